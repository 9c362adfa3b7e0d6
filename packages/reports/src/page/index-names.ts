import type { IndexCase, IndexNames, ResultRow } from '@assay/schema';
import { questionOf } from '../statistics/problems/question-of.js';

/** Texts with their numbers, and which of them nobody has been told of yet. */
class Numbers {
  readonly #numbers = new Map<string, number>();
  #fresh: string[] = [];

  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(text, number);
    this.#fresh.push(text);
    return number;
  }

  takeFresh(): readonly string[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }
}

/** The same for things that are known by a key. */
class NumberedThings<T> {
  readonly #numbers = new Map<string, number>();
  #fresh: T[] = [];

  of(key: string, make: () => T): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    this.#fresh.push(make());
    return number;
  }

  takeFresh(): readonly T[] {
    const fresh = this.#fresh;
    this.#fresh = [];
    return fresh;
  }
}

/** Gives the texts of an index their numbers, from 0, in the order in which they come. */
export class NameTable {
  readonly #suites = new NumberedThings<{ readonly name: string; readonly path: string }>();
  /** Numbers of cases by their ids, for each suite by its number: no key is put together for a row. */
  readonly #cases: Map<string, number>[] = [];
  #caseCount = 0;
  #freshCases: IndexCase[] = [];
  #lastSuite: { readonly path: string; readonly name: string; readonly number: number } | undefined;
  readonly targets = new Numbers();
  readonly variants = new Numbers();
  readonly tags = new Numbers();
  readonly evaluators = new Numbers();
  readonly errors = new Numbers();

  caseOf(row: ResultRow): number {
    const { caseId: id } = row;
    const suite = this.#suiteOf(row);
    const cases = (this.#cases[suite] ??= new Map());
    const known = cases.get(id);
    if (known !== undefined) return known;
    const number = this.#caseCount;
    this.#caseCount += 1;
    cases.set(id, number);
    this.#freshCases.push({
      suite,
      id,
      ...(row.conversationId === undefined ? {} : { conversation: row.conversationId }),
      source: row.source,
      weight: row.caseWeight,
      tags: row.tags.map((tag) => this.tags.of(tag)),
      question: questionOf(row) ?? '',
    });
    return number;
  }

  /** Most rows are of the suite of the row before them. */
  #suiteOf({ suite: name, suitePath: path }: ResultRow): number {
    if (this.#lastSuite?.path !== path || this.#lastSuite.name !== name) {
      this.#lastSuite = { path, name, number: this.#suites.of(`${path}\0${name}`, () => ({ name, path })) };
    }
    return this.#lastSuite.number;
  }

  /** What came since the last time. */
  takeFresh(): IndexNames {
    const cases = this.#freshCases;
    this.#freshCases = [];
    return {
      suites: this.#suites.takeFresh(),
      cases,
      targets: this.targets.takeFresh(),
      variants: this.variants.takeFresh(),
      tags: this.tags.takeFresh(),
      evaluators: this.evaluators.takeFresh(),
      errors: this.errors.takeFresh(),
    };
  }
}

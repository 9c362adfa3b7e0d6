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
  readonly #cases = new NumberedThings<IndexCase>();
  readonly targets = new Numbers();
  readonly variants = new Numbers();
  readonly tags = new Numbers();
  readonly evaluators = new Numbers();
  readonly errors = new Numbers();

  caseOf(row: ResultRow): number {
    const { suite: name, suitePath: path, caseId: id } = row;
    const suite = this.#suites.of(`${path}\0${name}`, () => ({ name, path }));
    return this.#cases.of(`${suite}\0${id}`, () => ({
      suite,
      id,
      ...(row.conversationId === undefined ? {} : { conversation: row.conversationId }),
      source: row.source,
      weight: row.caseWeight,
      tags: row.tags.map((tag) => this.tags.of(tag)),
      question: questionOf(row) ?? '',
    }));
  }

  /** What came since the last time. */
  takeFresh(): IndexNames {
    return {
      suites: this.#suites.takeFresh(),
      cases: this.#cases.takeFresh(),
      targets: this.targets.takeFresh(),
      variants: this.variants.takeFresh(),
      tags: this.tags.takeFresh(),
      evaluators: this.evaluators.takeFresh(),
      errors: this.errors.takeFresh(),
    };
  }
}

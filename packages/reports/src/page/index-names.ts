import { MOST_METADATA, type IndexCase, type IndexNames, type JsonValue, type ResultRow } from '@assay/schema';
import { boundedLine } from '../statistics/problems/bounded-line.js';
import { questionOf } from '../statistics/problems/question-of.js';

/** Longest value of metadata, in characters. */
const METADATA_CHARACTERS = 80;

/** Texts with their numbers, and which of them nobody has been told of yet. */
class Numbers {
  readonly #numbers = new Map<string, number>();
  #fresh: string[] = [];

  get count(): number {
    return this.#numbers.size;
  }

  has(text: string): boolean {
    return this.#numbers.has(text);
  }

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

function shortValue(value: JsonValue): string {
  return boundedLine(typeof value === 'string' ? value : JSON.stringify(value), METADATA_CHARACTERS);
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
  readonly #metadata = new Numbers();

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
      ...this.#metadataOf(row),
    });
    return number;
  }

  #metadataOf({ metadata = {}, vars = {} }: ResultRow): Pick<IndexCase, 'metadata'> {
    const entries: (readonly [number, string])[] = [];
    const named = Object.entries(vars).map(([name, value]) => [`var:${name}`, value] as const);
    for (const [key, value] of [...named, ...Object.entries(metadata)]) {
      if (value === null || (!this.#metadata.has(key) && this.#metadata.count >= MOST_METADATA)) continue;
      entries.push([this.#metadata.of(key), shortValue(value)]);
    }
    return entries.length === 0 ? {} : { metadata: entries };
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
      metadata: this.#metadata.takeFresh(),
    };
  }
}

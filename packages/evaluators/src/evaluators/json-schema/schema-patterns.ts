import { compilePattern } from '../../patterns/compile-pattern.js';
import { DEADLINE_MS, matchAtOnce, matchLater, TRY_MS } from '../../patterns/match-patterns.js';

/** What one check of one value has found out so far. */
class Answers {
  readonly #known = new Map<RegExp, Map<string, boolean>>();
  readonly #open: (readonly [pattern: RegExp, text: string])[] = [];
  #tryMs = TRY_MS;

  /** Yes when it is not known yet: the check is repeated then. */
  test(pattern: RegExp, text: string): boolean {
    const known = this.#known.get(pattern)?.get(text);
    if (known !== undefined) return known;
    const start = performance.now();
    const found = matchAtOnce(pattern, text, this.#tryMs);
    this.#tryMs -= performance.now() - start;
    if (found === undefined) this.#open.push([pattern, text]);
    return found ?? true;
  }

  get isComplete(): boolean {
    return this.#open.length === 0;
  }

  /** Finds out what was asked. */
  async complete(until: number, signal: AbortSignal | undefined): Promise<void> {
    for (const [pattern, text] of this.#open.splice(0)) {
      let texts = this.#known.get(pattern);
      if (!texts) this.#known.set(pattern, (texts = new Map()));
      if (texts.has(text)) continue;
      const deadlineMs = Math.max(1, Math.ceil(until - performance.now()));
      const [matched] = await matchLater([pattern], text, { deadlineMs, signal });
      texts.set(text, matched === true);
    }
    this.#tryMs = TRY_MS;
  }
}

/**
 * The patterns of a schema. What checks a value against a schema cannot wait for a pattern: those
 * that are not known at once are noted, found out in a thread, and the check is repeated.
 */
export class SchemaPatterns {
  #answers: Answers | undefined;

  /** Makes the patterns of a schema. */
  readonly regExp = Object.assign(
    (written: string): { test(text: string): boolean } => {
      const pattern = compilePattern(written);
      return { test: (text) => (this.#answers ? this.#answers.test(pattern, text) : pattern.test(text)) };
    },
    { code: 'new RegExp' },
  );

  /**
   * What a check gives once all that its patterns say is known. All of them together have a second.
   * @throws UnscoredError (config) when they take longer; the signal's reason when that aborts.
   */
  async settle<T>(check: () => T, signal: AbortSignal | undefined): Promise<T> {
    const answers = new Answers();
    const until = performance.now() + DEADLINE_MS;
    for (;;) {
      this.#answers = answers;
      let result: T;
      try {
        result = check();
      } finally {
        this.#answers = undefined;
      }
      if (answers.isComplete) return result;
      await answers.complete(until, signal);
    }
  }
}

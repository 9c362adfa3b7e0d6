/** Most values that are remembered: those that come again do so soon. */
const MOST = 4096;

/**
 * Of equal values keeps one. Each chunk of an index is parsed for itself, while tags, questions that several targets are asked and the
 * replies of classifiers are the same again and again. Forgets when it knows many, so that values that never come again cost little.
 */
export class SharedValues<T> {
  readonly #known = new Map<string, T>();

  /** @param key the same for equal values */
  of(key: string, value: T): T {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(key, value);
    return value;
  }
}

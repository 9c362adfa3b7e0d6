/** Names that a message lists. */
export const MOST_NAMES = 5;

/** Some of many names, and how many there are. */
export class SomeNames {
  readonly #first: string[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(name: string): void {
    this.#count += 1;
    if (this.#first.length < MOST_NAMES) this.#first.push(name);
  }

  toString(): string {
    const more = this.#count - this.#first.length;
    return `${this.#first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }
}

import { formatCount } from '../../format/format-count.js';

/** Characters that are kept free for what ends a list, and a document. */
const RESERVE = 1200;

/** A text that never gets longer than its limit: what has no room is counted, and the text says so. */
export class LimitedText {
  readonly #most: number;
  #text = '';

  /** @param most characters; at least 4,000. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Characters that may come, what is kept free taken off. */
  get room(): number {
    return this.#most - RESERVE - this.#text.length;
  }

  /** Adds a part. @returns false, and adds nothing, when there is no room. */
  add(part: string): boolean {
    if (part.length > this.room) return false;
    this.#text += part;
    return true;
  }

  /** Adds items as long as there is room, in all at most a share of it, and says how many have none. */
  addItems<T>(items: readonly T[], render: (item: T) => string, { count = items.length, share = 1, mark = '- ', name = 'more' }: ItemOptions = {}): void {
    const least = this.room * (1 - share);
    let added = 0;
    for (const item of items) {
      const part = render(item);
      if (this.room - part.length < least || !this.add(part)) break;
      added += 1;
    }
    if (count > added) this.#text += `${mark}… ${formatCount(count - added)} ${name}\n`;
  }

  /** Adds a part for which room is kept: few characters that must be there. */
  end(part: string): void {
    this.#text += part;
  }

  toString(): string {
    return this.#text;
  }
}

export interface ItemOptions {
  /** How many there are, where not all are given. */
  readonly count?: number | undefined;
  /** (0, 1]; of the room that is left. */
  readonly share?: number | undefined;
  /** Before the line that says how many are left out. */
  readonly mark?: string | undefined;
  /** What they are, in that line. */
  readonly name?: string | undefined;
}

import type { Verdict } from '@assay/schema';

const FIRST_CAPACITY = 1024;
/** What a row that has no verdict, or does not count, says of its group. */
const NOTHING = 0;
const BITS: Readonly<Record<Verdict, number>> = { fail: 1, borderline: 2, pass: 4 };

function isMixed(verdicts: number): boolean {
  return (verdicts & (verdicts - 1)) !== 0;
}

/** Finds replies whose verdict differs from those of the same case on the same target in other repeats. Holds 5 bytes for each row. */
export class FlipFinder {
  readonly #groups = new Map<number, number>();
  #groupOf = new Int32Array(FIRST_CAPACITY);
  #verdicts = new Uint8Array(FIRST_CAPACITY);
  #count = 0;

  /** @param group Number of what the repeats are of, any whole number. Rows come in the order of their positions. */
  add(group: number, verdict: Verdict | null): void {
    const known = this.#groups.get(group) ?? this.#groups.size;
    this.#groups.set(group, known);
    if (this.#count === this.#groupOf.length) this.#grow();
    this.#groupOf[this.#count] = known;
    this.#verdicts[this.#count] = verdict === null ? NOTHING : BITS[verdict];
    this.#count += 1;
  }

  /** A row does not count any more. */
  remove(position: number): void {
    this.#verdicts[position] = NOTHING;
  }

  /** Positions of rows that flip, in order. */
  positions(): readonly number[] {
    const seen = new Uint8Array(this.#groups.size);
    for (let at = 0; at < this.#count; at += 1) {
      const group = this.#groupOf[at] ?? 0;
      seen[group] = (seen[group] ?? 0) | (this.#verdicts[at] ?? 0);
    }
    const found: number[] = [];
    for (let at = 0; at < this.#count; at += 1) {
      if (this.#verdicts[at] !== NOTHING && isMixed(seen[this.#groupOf[at] ?? 0] ?? 0)) found.push(at);
    }
    return found;
  }

  #grow(): void {
    const groups = new Int32Array(this.#count * 2);
    groups.set(this.#groupOf);
    this.#groupOf = groups;
    const verdicts = new Uint8Array(this.#count * 2);
    verdicts.set(this.#verdicts);
    this.#verdicts = verdicts;
  }
}

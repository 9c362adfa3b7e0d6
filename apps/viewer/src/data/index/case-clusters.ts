import type { IndexCase } from '@assay/schema';

/** Says which cases hang together: those of one conversation. */
export class CaseClusters {
  readonly #numbers: number[] = [];
  readonly #conversations = new Map<string, number>();
  count = 0;

  add({ suite, conversation }: IndexCase): void {
    const name = conversation === undefined ? undefined : `${suite}/${conversation}`;
    let number = name === undefined ? undefined : this.#conversations.get(name);
    if (number === undefined) {
      number = this.count;
      this.count += 1;
      if (name !== undefined) this.#conversations.set(name, number);
    }
    this.#numbers.push(number);
  }

  /** @param number of a case in the index */
  of(number: number): number {
    return this.#numbers[number] ?? 0;
  }
}

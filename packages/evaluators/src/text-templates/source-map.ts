/** A text that is put together of pieces of another, which knows where each came from. */
export class MappedText {
  readonly #starts: { readonly at: number; readonly from: number }[] = [];
  #text = '';

  /** @param from where the piece stands in the other text. */
  add(piece: string, from: number): void {
    if (piece === '') return;
    this.#starts.push({ at: this.#text.length, from });
    this.#text += piece;
  }

  /** Takes white space off the end. */
  trimEnd(): void {
    this.#text = this.#text.trimEnd();
  }

  get text(): string {
    return this.#text;
  }

  /** Where a place of this text came from. */
  origin(place: number): number {
    const start = this.#starts.findLast(({ at }) => at <= place);
    return start ? start.from + (place - start.at) : 0;
  }
}

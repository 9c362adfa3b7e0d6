/** How many requests may be under way at once at all endpoints together. */
export class Ceiling {
  readonly #most: number;
  readonly #onRoom: () => void;
  #used = 0;

  /** @param onRoom Called when there is room again. */
  constructor(most: number, onRoom: () => void) {
    this.#most = most;
    this.#onRoom = onRoom;
  }

  get isFull(): boolean {
    return this.#used >= this.#most;
  }

  take(): void {
    this.#used += 1;
  }

  leave(): void {
    const wasFull = this.isFull;
    this.#used -= 1;
    if (wasFull) this.#onRoom();
  }
}

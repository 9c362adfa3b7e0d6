/** Those of some places that wait for room which others hold, first come first. */
export class RoomWaiters {
  readonly #giveUps = new Set<() => void>();

  add(giveUp: () => void): void {
    this.#giveUps.add(giveUp);
  }

  delete(giveUp: () => void): void {
    this.#giveUps.delete(giveUp);
  }

  /** A place that nobody would ever leave is left after all: the first of them waits no more, if all places wait. */
  relieve(places: number): void {
    const [giveUp] = this.#giveUps;
    if (giveUp && this.#giveUps.size >= places) giveUp();
  }
}

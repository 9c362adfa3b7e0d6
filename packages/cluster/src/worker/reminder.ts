/** Most that are remembered; more of them come up again too soon. */
const MOST = 1_000;

/** Says when something is due again, for things by their names. */
export class Reminder {
  readonly #everyMs: number;
  readonly #last = new Map<string, number>();

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** True at first, and when the time has passed since it was true last. */
  isDue(name: string): boolean {
    const now = performance.now();
    const last = this.#last.get(name);
    if (last !== undefined && now - last < this.#everyMs) return false;
    if (this.#last.size >= MOST) this.#last.clear();
    this.#last.set(name, now);
    return true;
  }
}

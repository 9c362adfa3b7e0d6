import type { Trial } from '@assay/schema';

/**
 * Trials that were read but cannot start yet, in the order of reading. The oldest one whose
 * target has room goes first, so that a slow limited target does not hold up the others.
 */
export class PendingTrials {
  readonly #limitOf: (target: string) => number | undefined;
  readonly #waiting: Trial[] = [];
  readonly #running = new Map<string, number>();

  constructor(limitOf: (target: string) => number | undefined) {
    this.#limitOf = limitOf;
  }

  get size(): number {
    return this.#waiting.length;
  }

  add(trial: Trial): void {
    this.#waiting.push(trial);
  }

  clear(): void {
    this.#waiting.length = 0;
  }

  /** Takes the oldest trial that may start and counts it as running. */
  take(): Trial | undefined {
    const [oldest] = this.#waiting;
    // It mostly is the one, and taken without a list of what was taken.
    const trial = oldest && this.#hasRoom(oldest.target.name) ? this.#waiting.shift() : this.#takeOther();
    if (trial) this.#running.set(trial.target.name, this.#runningOf(trial.target.name) + 1);
    return trial;
  }

  /** The oldest of those whose targets have room, where that of the oldest of all has none. */
  #takeOther(): Trial | undefined {
    const index = this.#waiting.findIndex((trial) => this.#hasRoom(trial.target.name));
    return index === -1 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  /** A trial that {@link PendingTrials.take} gave is over. */
  release(trial: Trial): void {
    const left = this.#runningOf(trial.target.name) - 1;
    if (left > 0) this.#running.set(trial.target.name, left);
    else this.#running.delete(trial.target.name);
  }

  #runningOf(target: string): number {
    return this.#running.get(target) ?? 0;
  }

  #hasRoom(target: string): boolean {
    return this.#runningOf(target) < (this.#limitOf(target) ?? Infinity);
  }
}

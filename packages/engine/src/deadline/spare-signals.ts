import { setMaxListeners } from 'node:events';

/** So many tasks have the same signal, one after the other: what one of them leaves on it goes with it. */
const MOST_TASKS = 100;
/** More than these are not kept for later. */
const MOST_SPARE = 256;

/** What ends a task. */
export interface Ending {
  readonly controller: AbortController;
  /** How many tasks it was for. */
  tasks: number;
}

/** Signals that never aborted, for the next tasks: to make one is a good part of what a task costs that takes no time. */
export class SpareSignals {
  readonly #spare: Ending[] = [];

  take(): Ending {
    const known = this.#spare.pop();
    if (known) return known;
    const controller = new AbortController();
    setMaxListeners(0, controller.signal);
    return { controller, tasks: 0 };
  }

  /** The task is over, and nothing of it will be ended any more. */
  give(ending: Ending): void {
    ending.tasks += 1;
    if (ending.controller.signal.aborted || ending.tasks >= MOST_TASKS || this.#spare.length >= MOST_SPARE) return;
    this.#spare.push(ending);
  }
}

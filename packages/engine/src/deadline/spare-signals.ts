import { setMaxListeners } from 'node:events';

/** Tasks that use a signal, one after the other, before another one is made: what a task has left on it goes with it. */
const MOST_TASKS = 100;
/** More than these are not kept for later. */
const MOST_SPARE = 256;

/** What ends a task. */
export interface Ending {
  readonly controller: AbortController;
  /** How many tasks it was for. */
  tasks: number;
}

/** Called when a signal aborts. */
export interface AbortListener {
  handleEvent(): void;
}

/** The listeners of each signal that was made here. The signal itself has one, which calls them: adding one to it costs as much as a short task. */
const listening = new WeakMap<AbortSignal, AbortListener[]>();

/** Tells a listener when the signal aborts, which it has not yet. */
export function listenForAbort(signal: AbortSignal, listener: AbortListener): void {
  const others = listening.get(signal);
  if (others) others.push(listener);
  else signal.addEventListener('abort', listener);
}

/** Ends {@link listenForAbort}. */
export function stopListeningForAbort(signal: AbortSignal, listener: AbortListener): void {
  const others = listening.get(signal);
  if (!others) return signal.removeEventListener('abort', listener);
  const index = others.lastIndexOf(listener);
  if (index !== -1) others.splice(index, 1);
}

function createEnding(): Ending {
  const controller = new AbortController();
  const { signal } = controller;
  setMaxListeners(0, signal);
  const listeners: AbortListener[] = [];
  listening.set(signal, listeners);
  signal.addEventListener('abort', () => {
    for (let next = listeners.shift(); next; next = listeners.shift()) next.handleEvent();
  });
  return { controller, tasks: 0 };
}

/** Signals that never aborted, for the next tasks: to make one is a good part of what a task costs that takes no time. */
export class SpareSignals {
  readonly #spare: Ending[] = [];

  take(): Ending {
    return this.#spare.pop() ?? createEnding();
  }

  /** The task is over, and nothing of it will be ended any more. */
  give(ending: Ending): void {
    ending.tasks += 1;
    if (ending.tasks >= MOST_TASKS || this.#spare.length >= MOST_SPARE || ending.controller.signal.aborted) return;
    this.#spare.push(ending);
  }
}

interface Group<T> {
  readonly members: Set<T>;
  readonly listener: () => void;
}

/**
 * Things that wait, by the signal that ends them. Thousands may wait on the signal of one run,
 * which gets one listener for all of them, for as long as any waits.
 */
export class SignalGroups<T> {
  readonly #groups = new Map<AbortSignal, Group<T>>();
  readonly #onAbort: (member: T) => void;

  /** @param onAbort Called once for each member when its signal aborts. */
  constructor(onAbort: (member: T) => void) {
    this.#onAbort = onAbort;
  }

  add(signal: AbortSignal, member: T): void {
    let group = this.#groups.get(signal);
    if (!group) {
      const members = new Set<T>();
      group = { members, listener: () => members.forEach((each) => this.#onAbort(each)) };
      this.#groups.set(signal, group);
      signal.addEventListener('abort', group.listener);
    }
    group.members.add(member);
  }

  delete(signal: AbortSignal, member: T): void {
    const group = this.#groups.get(signal);
    if (!group?.members.delete(member) || group.members.size > 0) return;
    this.#groups.delete(signal);
    signal.removeEventListener('abort', group.listener);
  }
}

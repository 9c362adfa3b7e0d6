interface OpenCall<T> {
  /** As the conversation has it; undefined where it has none. */
  readonly id: string | undefined;
  readonly call: T;
}

/** Tool calls of a turn that wait for their results, in their order. */
export class OpenCalls<T> {
  #open: OpenCall<T>[] = [];

  add(id: string | undefined, call: T): void {
    this.#open.push({ id, call });
  }

  /**
   * Takes out the call that a result answers: the one with its id, whatever the order, else the oldest without one. A result without an id
   * answers the oldest of all.
   */
  answeredBy(id: string | undefined): T | undefined {
    const named = id === undefined ? 0 : this.#open.findIndex((open) => open.id === id);
    const at = named === -1 ? this.#open.findIndex((open) => open.id === undefined) : named;
    return at === -1 ? undefined : this.#open.splice(at, 1)[0]?.call;
  }

  /** Takes out those that nobody answered. */
  drain(): readonly T[] {
    return this.#open.splice(0).map(({ call }) => call);
  }
}

/** The part of the memory for replies that one reply takes while it arrives. */
export interface ReplyShare {
  /**
   * Holds so many bytes in all.
   * @returns resolves when there is room for them, where there is none yet; whoever waits reads nothing
   * on. Undefined when there is.
   */
  hold(bytes: number): Promise<void> | undefined;
  /** Gives everything back. */
  release(): void;
}

/** Memory that the replies of all targets share while they arrive. */
export interface ReplyMemory {
  /** @param mostBytes Most that the share will ever hold. */
  share(mostBytes: number): ReplyShare;
}

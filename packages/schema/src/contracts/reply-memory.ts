/** The part of the memory for replies that one reply takes. None of this throws, and what is waited for never rejects. */
export interface ReplyShare {
  /**
   * Holds so many bytes in all.
   * @returns resolves when there is room for them, where there is none yet; whoever waits reads nothing
   * on. Undefined when there is.
   */
  hold(bytes: number): Promise<void> | undefined;
  /** Waits no more, now or later: something would wait for ever if this one did. What it holds counts nevertheless. */
  insist(): void;
  /** The reply is complete. What it holds stays held as long as the trial that it is for needs it; for no trial, it is given back. */
  keep(): void;
  /** Gives everything back: the reply failed. Nothing after {@link ReplyShare.keep}. */
  release(): void;
}

/** Gives replies their shares of a memory. */
export interface ReplyMemory {
  /** @param mostBytes Most that the share will ever hold. */
  share(mostBytes: number): ReplyShare;
}

/** The replies of one trial: what they hold stays held until the trial is over. */
export interface TrialReplies extends ReplyMemory {
  /** What they hold now, in bytes. */
  readonly held: number;
  /** The row of the trial is stored, or the trial is lost. */
  release(): void;
}

/** Memory that the replies of all trials share. */
export interface TrialReplyMemory {
  /** @param replies Most replies that the trial asks for, one after the other. */
  forTrial(replies: number): TrialReplies;
  /** Whether a reply waits for room: none is to be asked for that need not be now. */
  readonly short: boolean;
}

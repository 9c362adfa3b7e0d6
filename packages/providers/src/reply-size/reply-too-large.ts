const MEGABYTE = 2 ** 20;

/** How to have larger replies read. */
export const LARGER_HINT = 'raise max_reply_mb of the target if its replies may be so long';

/** A reply was given up because it is larger than its target's replies may be. */
export class ReplyTooLarge extends Error {
  constructor(mostBytes: number, what = 'the reply') {
    super(`${what} is larger than ${Number((mostBytes / MEGABYTE).toFixed(6))} MB (max_reply_mb), and was not read to its end`);
    this.name = 'ReplyTooLarge';
  }
}

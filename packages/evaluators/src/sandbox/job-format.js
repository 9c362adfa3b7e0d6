/** How many items stand before the jobs of a group: their number, what they look at, and their limits. */
export const HEAD_LENGTH = 7;
/** A job is two items: its id and its code. */
export const JOB_LENGTH = 2;
/** Both sides number so many codes, in the order in which they are first sent, and then begin again. */
export const MOST_CODES = 1_000;

/** How many items of a message to the thread are one job. */
export const JOB_LENGTH = 8;

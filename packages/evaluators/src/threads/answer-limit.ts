/**
 * How long a script, or the patterns of one check on one text, may take, in milliseconds. Tests of what is left after one was
 * ended make it shorter, so that they need not wait it out.
 */
export const answerLimit = { ms: 1000 };

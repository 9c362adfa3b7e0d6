import { afterAll, beforeAll } from 'vitest';
import { answerLimit } from '../src/threads/answer-limit.js';

/** For the tests of this file or group, scripts and patterns that never end are ended after so many milliseconds. */
export function withShortLimit(ms: number): void {
  const { ms: usual } = answerLimit;
  beforeAll(() => {
    answerLimit.ms = ms;
  });
  afterAll(() => {
    answerLimit.ms = usual;
  });
}

import { describe, expect, test } from 'vitest';
import { resolveScale } from '../src/scales/resolve-scale.js';
import { readReply } from '../src/verdict-parsing/read-reply.js';
import { REPLY_CORPUS } from './reply-corpus.js';
import type { NoReading } from './reply-row.js';

const PROBLEMS: Readonly<Record<NoReading, RegExp>> = {
  silent: /^it states no classification$/u,
  quoted: /^the classification in it may be a quotation/u,
  both: /^it states more than one classification$/u,
  cut: /^it was cut off/u,
  endless: /^its thoughts do not end$/u,
  empty: /^it is empty$/u,
  off: /is not one of NOT_MET/u,
};

describe('replies of judges, honest and led astray', () => {
  test('are at least 150, each with a name of its own', () => {
    const names = REPLY_CORPUS.map(({ what }) => what);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(150);
  });

  test.each(REPLY_CORPUS)('$what', async ({ candidate, reply, finish, scale = 'five_point', expected }) => {
    const reading = await readReply(reply, resolveScale(scale), { shown: [candidate], finishReason: finish });
    if (typeof expected === 'number') expect(reading).toMatchObject({ ok: true, score: expected });
    else expect(reading).toEqual({ ok: false, problem: expect.stringMatching(PROBLEMS[expected]) });
  });
});

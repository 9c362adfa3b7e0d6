import { describe, expect, it } from 'vitest';

import { normalizeOutput, outputMatches } from './compare-output.mjs';

describe('normalizeOutput', () => {
  it.each(['<1 ms', '1 ms', '340ms', '2.5 s', '1 min 5 s', '2 h 3 min'])('takes out a duration: %s', (duration) => {
    expect(normalizeOutput(`took ${duration}, $0.00`)).toBe('took <duration>, $0.00');
  });

  it('leaves other numbers as they are', () => {
    expect(normalizeOutput('a <2 cases, 3 shards, v1.5 small')).toBe('a <2 cases, 3 shards, v1.5 small');
  });
});

describe('outputMatches', () => {
  it('does not care how long anything took', () => {
    expect(outputMatches('mock  <1 ms  <1 ms\nTrials  4 in 77 ms', 'mock  <1 ms    1 ms\nTrials  4 in 1 min 2 s')).toBe(true);
  });

  it('tells another number apart', () => {
    expect(outputMatches('4 trials in 77 ms', '5 trials in 77 ms')).toBe(false);
  });
});

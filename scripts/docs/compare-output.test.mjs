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

  it('does not care how often it was told how far a run is', () => {
    const done = 'Run x: 3 trials\n\nTrials  3 of 4 (75 %)';
    expect(outputMatches(done, done.replace('\n', '\n2/3 (66 %) 1 s: 2 passed, 0 failed, $0.0100 of $0.0500\n'))).toBe(true);
    expect(outputMatches(done, done.replace('3 of 4', '2 of 4'))).toBe(false);
  });

  it('tells another number apart', () => {
    expect(outputMatches('4 trials in 77 ms', '5 trials in 77 ms')).toBe(false);
  });
});

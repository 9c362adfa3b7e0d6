import { sampleErrorRow } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { createRunAccumulator } from './run-accumulator.js';

describe('a run', () => {
  test('nothing of ten thousand rows is kept but numbers and the first problems', () => {
    const text = 'x'.repeat(1000);
    const accumulator = createRunAccumulator();
    for (let index = 0; index < 10_000; index++) {
      const error = { code: 'x', message: `${index} ${text}` };
      accumulator.add(
        sampleErrorRow({ caseId: `case-${index}`, trialKey: `${index}`, error, source: `a.jsonl:${index}:1` }),
      );
    }
    const result = accumulator.result();
    expect(result.groups[0]?.cases).toBe(10_000);
    expect(result.problemCount).toBe(10_000);
    expect(result.problems.map(({ source }) => source).slice(0, 2)).toEqual(['a.jsonl:0:1', 'a.jsonl:1:1']);
    expect(JSON.stringify(result).length).toBeLessThan(100_000);
  });
});

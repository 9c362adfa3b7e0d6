import { describe, expect, test } from 'vitest';
import type { RunStore } from './run-store.js';
import { thresholdsOf } from './thresholds.js';

const storeOf = (manifest: object | undefined): RunStore => ({ run: manifest && { manifest } }) as unknown as RunStore;

describe('the thresholds of a run', () => {
  test('are those that it was scored with', () => {
    expect(thresholdsOf(storeOf({ verdicts: { pass: 0.95, borderline: 0.5 } }))).toEqual({ pass: 0.95, borderline: 0.5 });
  });

  test.each([undefined, {}, { verdicts: { pass: 'high' } }])('are the usual ones where a run does not say: %j', (manifest) => {
    expect(thresholdsOf(storeOf(manifest))).toEqual({ pass: 0.8, borderline: 0.6 });
  });
});

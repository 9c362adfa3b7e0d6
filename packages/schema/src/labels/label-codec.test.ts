import { expect, test } from 'vitest';
import type { Label } from './label.js';
import { decodeLabel, encodeLabel } from './label-codec.js';

const LABEL: Label = {
  runId: 'run-1', trialKey: 'k', suite: 's', suitePath: 's.yaml', caseId: 'c', target: 't', variant: '', repeat: 1,
  verdict: 'pass', score: undefined, note: 'n', at: '2026-01-01T00:00:00.000Z',
};

test('a label comes back as it was, drawn by lot, skipped or neither', () => {
  const drawn: Label = { ...LABEL, verdict: null, skipped: true, draw: { chance: 0.2, of: 10, stratum: 'verdict fail', by: ['verdict'], seed: 3, size: 2 } };
  for (const label of [LABEL, drawn]) expect(decodeLabel(encodeLabel(label))).toEqual(label);
  expect(JSON.parse(encodeLabel(drawn))).toMatchObject({ label_version: 1, trial_key: 'k', skipped: true, draw: { chance: 0.2, by: ['verdict'] } });
  expect(JSON.parse(encodeLabel(LABEL))).not.toHaveProperty('draw');
});

test.each([
  ['{', 'this line is no JSON'],
  ['[]', 'this line is no label'],
  [encodeLabel(LABEL).replace('"verdict":"pass",', ''), 'this line is no label: verdict is missing'],
  [encodeLabel({ ...LABEL, repeat: 0 }), 'repeat'],
  [encodeLabel({ ...LABEL, skipped: true }), 'skipped is true, and there is a verdict'],
  [encodeLabel({ ...LABEL, verdict: null, score: 0.5, skipped: true }), 'skipped is true, and there is a score'],
  [encodeLabel({ ...LABEL, verdict: null, score: 0.5 }), 'verdict is null, and the score is 0.5'],
  [encodeLabel({ ...LABEL, draw: { chance: 0, of: 1, stratum: '', by: [], seed: 0, size: 1 } }), 'draw.chance: must be above 0'],
])('%s is none', (line, problem) => {
  expect(decodeLabel(line)).toEqual({ problem: expect.stringContaining(problem) });
});

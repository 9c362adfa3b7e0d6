import { expect, test } from 'vitest';
import { decodeCalibrations, formatCalibrations } from './calibration-codec.js';
import type { SuiteCalibration } from './calibration-file.js';

const KNOWN: SuiteCalibration = {
  suite: 's', suitePath: 's.yaml', runId: 'run-1', date: '2026-01-31', judges: [{ id: 'j', model: 'openai:x' }], judgePromptVersion: '2',
  verdicts: { pass: 0.8, borderline: 0.6 }, replies: 40, cases: 38,
  counts: { truePassed: 19.5, trueLabels: 20, falseFailed: 11, falseLabels: 18 },
  judgeCounts: [{ id: 'j', model: 'openai:x', counts: { truePassed: 19, trueLabels: 20, falseFailed: 10, falseLabels: 18 } }],
  criteria: new Map([['b', '0123456789ab'], ['__proto__', 'ffffffffffff'], ['a', '000000000000']]),
};

test('calibrations come back as they were, in an order that does not depend on that of saving', () => {
  const other: SuiteCalibration = { ...KNOWN, suite: 'r', judges: [], judgePromptVersion: undefined };
  const text = formatCalibrations([KNOWN, other]);
  expect(text).toBe(formatCalibrations([other, KNOWN]));
  const read = decodeCalibrations(JSON.parse(text));
  expect('suites' in read && read.suites.map(({ suite, criteria }) => [suite, [...criteria.keys()]])).toEqual([['r', ['__proto__', 'a', 'b']], ['s', ['__proto__', 'a', 'b']]]);
  expect('suites' in read && read.suites[1]).toEqual(KNOWN);
});

test.each([
  [{}, [[], 'calibration_version is missing; allowed: 1']],
  [{ calibration_version: 2 }, [['calibration_version'], 'calibration_version is 2; allowed: 1']],
  [{ calibration_version: 1 }, [[], 'suites is missing']],
  [{ calibration_version: 1, suites: [{ ...(JSON.parse(formatCalibrations([KNOWN])) as { suites: object[] }).suites[0], counts: { true_passed: 3, true_labels: 2, false_failed: 0, false_labels: 0 } }] }, [['suites', 0, 'counts'], 'counts: must not have more that are right than there are labels']],
])('%j says what is wrong, and where', (value, [path, message]) => {
  const read = decodeCalibrations(value);
  expect('problems' in read && read.problems[0]).toMatchObject({ path, message });
});

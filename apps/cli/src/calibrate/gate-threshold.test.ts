import { expect, test } from 'vitest';
import { gateThreshold, type GateChoice } from './gate-threshold.js';

const RUN = { options: { threshold: 0.7 } };

test.each<[string, GateChoice, Parameters<typeof gateThreshold>[1], number | undefined]>([
  ['none without a gate', {}, RUN, undefined],
  ['that of the run', { gate: 'calibrated' }, RUN, 0.7],
  ['what was said, before that', { gate: 'calibrated', threshold: 0.9 }, RUN, 0.9],
  ['what was said of a folder of rows', { gate: 'calibrated', threshold: 0 }, undefined, 0],
])('the threshold is %s', (_name, choice, manifest, expected) => {
  expect(gateThreshold(choice, manifest)).toBe(expected);
});

test.each<[string, GateChoice, Parameters<typeof gateThreshold>[1]]>([
  ['--threshold is for --gate', { threshold: 0.5 }, RUN],
  ['--gate calibrated has no threshold, and the run had none', { gate: 'calibrated' }, { options: { threshold: 'high' } }],
  ['--gate calibrated has no threshold, and the run had none', { gate: 'calibrated' }, undefined],
])('without one it says: %s', (message, choice, manifest) => {
  expect(() => gateThreshold(choice, manifest)).toThrow(message);
});

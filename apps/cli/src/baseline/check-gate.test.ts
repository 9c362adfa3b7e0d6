import { expect, test } from 'vitest';
import { checkGate } from './check-gate.js';

test('each gate takes what is said of it', () => {
  expect(() => checkGate({ gate: 'mean', margin: 0.1, alpha: 0.01, tolerance: 0.2 })).not.toThrow();
  expect(() => checkGate({ gate: 'cases', maxDrop: 0.1, tolerance: 0.2 })).not.toThrow();
});

test.each([
  ['--margin is for --gate mean', { gate: 'cases', margin: 0.1 }],
  ['--alpha is for --gate mean', { gate: 'cases', alpha: 0.01 }],
  ['--max-drop is for --gate cases', { gate: 'mean', maxDrop: 0 }],
] as const)('%s', (message, terms) => {
  expect(() => checkGate(terms)).toThrow(message);
});

import { expect, test } from 'vitest';
import { resolvePointFunction } from '../../../test/installed.js';
import { unsupportedReason } from './unsupported-functions.js';

test.each(['call', 'not_call', 'factcheck', 'not_factcheck'])('$%s is known, not built, and not among the installed ones', (fn) => {
  expect(unsupportedReason(fn)).toMatch(/which asks (?:a service|services) over the network/u);
  expect(unsupportedReason(fn)).toContain('is not built');
  expect(resolvePointFunction(fn)).toBeUndefined();
});

test.each(['contains', 'not_contains', 'called', 'constructor', 'not_toString', ''])('%j is none of them', (fn) => {
  expect(unsupportedReason(fn)).toBeUndefined();
});

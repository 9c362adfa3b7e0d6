import { expect, test } from 'vitest';
import { caseTitle } from './case-title.js';

const named = { suite: 'customer-support', caseId: 'refund-window', variant: '' };

test('a case is named by suite, id, variant and repeat', () => {
  expect(caseTitle(named, 80)).toBe('customer-support › refund-window');
  expect(caseTitle({ ...named, variant: 'hot', repeat: 2 }, 80)).toBe('customer-support › refund-window [hot] #2');
  expect(caseTitle({ ...named, repeat: 1 }, 80)).toBe('customer-support › refund-window');
});

test('the suite is cut before the case', () => {
  expect(caseTitle(named, 24)).toBe('custome… › refund-window');
  expect(caseTitle(named, 16)).toBe('custo… › refund…');
});

test('names are made safe for a terminal', () => {
  expect(caseTitle({ suite: 'a\u001B[31m', caseId: 'b\nc', variant: '\u202Ed' }, 80)).toBe('a › b c [\\u202ed]');
});

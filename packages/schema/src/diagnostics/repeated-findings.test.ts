import { describe, expect, test } from 'vitest';
import type { Diagnostic } from './diagnostic.js';
import { moreFinding, RepeatedFindings, withoutRepetition } from './repeated-findings.js';

const finding = (message: string, line = 1): Diagnostic => ({ severity: 'warning', code: 'unknown-key', message, location: { file: 'a.jsonl', line, column: 3 } });

describe('one mistake on many lines', () => {
  test('is shown three times and counted for the rest', () => {
    const shown = withoutRepetition(Array.from({ length: 40_001 }, (_, index) => finding(`Line ${index + 1}: unknown key "x"`, index + 1)));
    expect(shown.map(({ message }) => message)).toEqual([
      'Line 1: unknown key "x"',
      'Line 2: unknown key "x"',
      'Line 3: unknown key "x"',
      'unknown key "x": the same 39,998 more times, the last one at a.jsonl:40001:3',
    ]);
  });

  test('hides no other mistake', () => {
    const repeated = Array.from({ length: 10 }, (_, index) => finding('unknown key "x"', index));
    const shown = withoutRepetition([...repeated, finding('unknown key "y"', 11), { ...finding('unknown key "x"', 12), severity: 'error' }]);
    expect(shown.map(({ severity, message }) => `${severity} ${message.slice(0, 15)}`)).toEqual([
      ...Array.from({ length: 3 }, () => 'warning unknown key "x"'),
      'warning unknown key "y"',
      'error unknown key "x"',
      'warning unknown key "x"',
    ]);
  });

  test('that names something else each time is shown twenty times, and nothing more is remembered', () => {
    const findings = new RepeatedFindings();
    const shown = Array.from({ length: 1000 }, (_, index) => findings.add(finding(`two cases have the id "${index}"`))).filter(Boolean);
    expect(shown).toHaveLength(20);
    expect(findings.more()).toEqual([{ last: finding('two cases have the id "999"'), count: 980 }]);
  });

  test('that stands at one place, which many cases share, is shown and counted once', () => {
    const shared = [1, 1, 2, 1, 2, 3, 3, 4, 4, 1, 5].map((line) => finding('unknown key "x"', line));
    expect(withoutRepetition(shared).map(({ message, location }) => [message, location?.line])).toEqual([
      ...[1, 2, 3].map((line) => ['unknown key "x"', line]),
      ['unknown key "x": the same 2 more times, the last one at a.jsonl:5:3', undefined],
    ]);
    const nowhere: Diagnostic = { severity: 'warning', code: 'c', message: 'no target answers' };
    expect(withoutRepetition([nowhere, nowhere])).toEqual([nowhere, nowhere]);
  });

  test('a few findings stay as they are', () => {
    const few = [finding('unknown key "x"'), finding('unknown key "x"', 2), finding('unknown key "x"', 3)];
    expect(withoutRepetition(few)).toEqual(few);
    expect(moreFinding({ last: { severity: 'error', code: 'c', message: 'm' }, count: 1 }).message).toBe('m: the same 1 more time');
  });
});

import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { InvalidFileError } from './invalid-file-error.js';

const finding = (severity: Diagnostic['severity'], message: string, line: number): Diagnostic => ({
  severity,
  code: 'some-code',
  message,
  location: { file: 'a.yaml', line, column: 1 },
  hint: `fix ${message}`,
});

describe('InvalidFileError', () => {
  const error = new InvalidFileError([finding('warning', 'w', 1), finding('error', 'e1', 2), finding('error', 'e2', 3)]);

  test('speaks of the first error and counts the others, warnings not', () => {
    expect(error.message).toBe('e1 (and 1 more)');
    expect(error.location?.line).toBe(2);
    expect(error.hint).toBe('fix e1');
  });

  test('format() shows every finding with its place', () => {
    expect(error.format()).toBe(
      [
        'a.yaml:1:1: warning: w',
        '  fix: fix w',
        'a.yaml:2:1: error: e1',
        '  fix: fix e1',
        'a.yaml:3:1: error: e2',
        '  fix: fix e2',
      ].join('\n'),
    );
  });

  test('options win over what the first finding says', () => {
    expect(new InvalidFileError([finding('error', 'e', 2)], { hint: 'other' }).hint).toBe('other');
  });

  test('still says something without any finding', () => {
    expect(new InvalidFileError([], { hint: 'look at it' }).format()).toBe('invalid file\n  fix: look at it');
  });
});

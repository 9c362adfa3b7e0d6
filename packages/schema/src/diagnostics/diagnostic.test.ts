import { describe, expect, test } from 'vitest';
import { formatDiagnostic } from './diagnostic.js';

const location = { file: 'a.yaml', line: 4, column: 3 };

describe('formatDiagnostic', () => {
  test('a finding without a place is its severity and message', () => {
    expect(formatDiagnostic({ severity: 'info', code: 'note', message: 'no sidecar' })).toBe('info: no sidecar');
  });

  test('place, hint and a second place are shown on lines of their own', () => {
    expect(
      formatDiagnostic({
        severity: 'error',
        code: 'duplicate-id',
        message: 'the id "a" stands twice',
        location,
        hint: 'give one of them another id',
        related: { message: 'first used here', location: { file: 'a.yaml', line: 1, column: 5 } },
      }),
    ).toBe(
      [
        'a.yaml:4:3: error: the id "a" stands twice',
        '  a.yaml:1:5: first used here',
        '  fix: give one of them another id',
      ].join('\n'),
    );
  });
});

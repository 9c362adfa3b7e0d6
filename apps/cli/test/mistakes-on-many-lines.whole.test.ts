import { describe, expect, test } from 'vitest';
import { misspeltLines } from './support/projects/misspelt-lines.js';
import { validate } from './support/commands/validate.js';

describe('one mistake on each of many lines', () => {
  const lines = misspeltLines(5000);

  test('is shown at its first places, and counted', async () => {
    const { exitCode, stdout } = await validate({ 'a.jsonl': lines }, 'a.jsonl');
    expect(stdout.trim().split('\n').filter((line) => !line.startsWith('  fix:'))).toEqual([
      ...[1, 2, 3].map((line) => expect.stringMatching(new RegExp(`^a\\.jsonl:${line}:\\d+: warning: Line ${line}: unknown key "wieght"`, 'u')) as unknown),
      expect.stringMatching(/^warning: unknown key "wieght".*: the same 4,997 more times, the last one at a\.jsonl:5000:\d+$/u),
      expect.stringMatching(/^valid: 1 suite, 5000 cases, 0 errors, 5000 warnings/u),
    ]);
    expect(exitCode).toBe(0);
  });

  test('has examples and a count in --json', async () => {
    const { stdout } = await validate({ 'a.jsonl': lines }, 'a.jsonl', '--json');
    const found = JSON.parse(stdout) as { diagnostics: { code: string }[]; more: unknown[] };
    expect(found.diagnostics.filter(({ code }) => code === 'unknown-key')).toHaveLength(3);
    expect(found).toMatchObject({ counts: { warning: 5000 }, more: [{ count: 4997, last: { file: 'a.jsonl', line: 5000, code: 'unknown-key' } }] });
  });
});

import { describe, expect, test } from 'vitest';
import { jsonl, line } from '../../test/jsonl-files.js';
import { loadEvalCases } from '../load-eval-cases.js';

describe('reading', () => {
  test('characters that lie across the borders of what is read at once stay whole', async () => {
    const text = Array.from({ length: 12_000 }, (_, index) => line(`${index}-€𝒳é`)).join('\n');
    const cases = await loadEvalCases(await jsonl(text));
    expect(cases).toHaveLength(12_000);
    expect(cases.every(({ id }, index) => id === `${index}-€𝒳é`)).toBe(true);
  });

  test('a line of many megabytes is read', async () => {
    const content = 'x'.repeat(9_000_000);
    const [, second] = await loadEvalCases(await jsonl(`${line(1)}\n${line(2, { input_messages: [{ role: 'user', content }] })}\n${line(3)}\n`));
    expect(second?.inputMessages[0]?.content).toHaveLength(9_000_000);
  });
});

import type { WireRow } from '@assay/schema';
import { wireRow } from './make-run.js';

/** A row with a little of everything: four cases on two targets, every other row of a target in another state. */
export function fullRow(number: number): WireRow {
  const score = [0, 0.7, 1, null][number % 4] ?? null;
  const text = '# Title\n\nSome **text** with a [link](https://example.com) and `code`.\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n\n```\nlong line\n```\n\n![image](https://example.com/x.png)\n\n- [x] done\n- [ ] open\n\n1. [x] in a paragraph\n\n2. none';
  const judge = (id: string, given: number | null) => ({ id, model: `model of ${id}`, score: given, reflection: 'Well said', latency_ms: 800, usage: { input_tokens: 10, output_tokens: 5 }, cost_usd: 0.002 });
  const points = [{ text: 'Says it', score, weight: 1, required: true, judges: [judge('first', score), judge('second', number % 2)] }];
  return wireRow(number, {
    score,
    case_id: `case-${number >> 1}`,
    source: `made.yaml:${(number >> 1) + 1}:1`,
    target: `model-${number % 2}`,
    tags: ['easy', number % 4 === 0 ? 'short' : 'long'],
    metadata: { lang: ['de', 'en'][number >> 2] ?? 'fr', depth: number >> 1 },
    cost_usd: 0.01 * (number + 1),
    latency_ms: 1000 - 100 * number,
    usage: { input_tokens: 100, output_tokens: 20 },
    attempts: number === 2 ? { sent: 3, retries: 2 } : undefined,
    reference: '# Title\n\nOther text',
    expected_outcome: 'A title',
    ...(score === null ? { error: { code: 'http_500', message: 'The server failed', hint: 'Ask again' } } : {}),
    output: score === null ? null : { text, messages: [], tool_calls: [{ tool: 'search', input: { q: 1 }, output: 'x', duration_ms: 3 }], file_changes: number % 2 === 0 ? '' : 'diff --git a/a b/a\n+x', finish_reason: 'length' },
    evaluators: [
      { name: 'words', type: 'contains', weight: 2, score, hits: ['contains "Title"'], misses: ['not_contains "text"'] },
      { name: 'panel', type: 'rubric', weight: 1, score, points },
    ],
    warnings: ['slow'],
    metrics: [{ name: 'similarity', value: 0.5 }],
  });
}

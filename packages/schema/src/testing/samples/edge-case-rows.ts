import type { ResultRow } from '../../row/result-row.js';
import { sampleErrorRow, sampleRow } from './sample-row.js';

/** A window-title sequence: what a hostile reply would send to a terminal. */
export const TERMINAL_SEQUENCE = '\u001B]0;taken over\u0007';

const AWKWARD = `line\nline\r\nline\u2028\u2029\u0000${TERMINAL_SEQUENCE}\uD800 <b>&"' |\`* ]]> é 漢字 👩‍👩‍👧`;

function withText(text: string): Partial<ResultRow> {
  return {
    input: [{ role: 'user', content: text }],
    output: { text, messages: [{ role: 'assistant', content: text }], toolCalls: [] },
    evaluators: [
      { name: text, type: 'contains', weight: 1, score: 0, verdict: 'fail', hits: [], misses: [text], reasoning: text },
    ],
    score: 0,
    scoreBounds: { worst: 0, best: 0 },
    verdict: 'fail',
    verdictBounds: { worst: 'fail', best: 'fail' },
    warnings: [text],
  };
}

/**
 * Valid rows that are seldom seen: no score, no reply, control characters, markup, more than a megabyte of
 * text, empty names, nested evaluators that were scored in part, data whose keys look like fields.
 */
export function edgeCaseRows(): readonly ResultRow[] {
  const error = { code: 'unscored', message: AWKWARD, hint: AWKWARD, status: 503 };
  const rows: ResultRow[] = [
    sampleErrorRow(),
    sampleErrorRow({ error, caseId: AWKWARD, suite: AWKWARD, suitePath: AWKWARD, target: AWKWARD }),
    sampleRow(withText(AWKWARD)),
    sampleRow(withText('word '.repeat(40_000))),
    sampleRow({ ...withText(''), caseId: '', suite: '', suitePath: '', target: '', source: '' }),
    sampleRow({
      status: 'partial',
      score: 0.5,
      scoreBounds: { worst: 0.25, best: 0.75 },
      verdict: 'fail',
      caseWeight: 0,
      cached: true,
      confidence: 0,
      tags: ['a_b', AWKWARD],
      vars: { camelCase: 'a', snake_case: { a_b: [1, null] }, [AWKWARD]: AWKWARD },
      variant: { label: `prompt:${AWKWARD} temp:0.5`, temperature: 0.5, system: AWKWARD, prompt: AWKWARD },
      metrics: [{ name: 'tokens_per_second', value: 12.5, unit: '1/s' }],
      fingerprints: { target: 'fp_1', 'judge_a:b': 'fp_2' },
      evaluators: [
        {
          name: 'all',
          type: 'composite',
          weight: 2,
          score: 0.5,
          bounds: { worst: 0.25, best: 0.75 },
          details: { max_tokens: 1, snake_case: { a_b: [{ c_d: null }] } },
          evaluators: [
            { name: 'inner', type: 'rubric', weight: 1, score: null, error },
            {
              name: 'points',
              type: 'blueprint',
              weight: 1,
              score: 0.5,
              points: [
                { text: AWKWARD, score: null, weight: 1, error },
                { text: '', score: 0.5, weight: 0, inverted: true, path: '1', block: '2', function: 'contains' },
              ],
              judges: [
                { id: 'judge-a', model: 'm', score: 0.5, reflection: AWKWARD },
                { id: 'judge-b', model: 'm', score: null, error },
              ],
            },
          ],
        },
      ],
      output: {
        text: '',
        messages: [{ role: 'assistant', content: null, toolCalls: [{ tool: 'search_web', input: { max_results: 3 } }] }],
        toolCalls: [{ tool: 'search_web', input: { max_results: 3, nested_key: { durationMs: 1 } }, durationMs: 5 }],
      },
    }),
  ];
  return rows.map((row, index) => ({ ...row, trialKey: `odd-${index}`, repeat: index + 1 }));
}

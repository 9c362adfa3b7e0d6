import type { WireRow } from '@assay/schema';
import { hostileTexts } from './hostile-texts.js';
import { wireRow, writeRun } from './make-run.js';

/** Texts of a row. */
export const PLACES = 10;
export const HOSTILE_ROWS = 20;
export const HOSTILE_TEXTS = hostileTexts(HOSTILE_ROWS * PLACES);

/** A row with ten texts that mean harm. */
function hostileRow(number: number): WireRow {
  const [id = '', question = '', reply = '', evaluator = '', hit = '', reason = '', error = '', tool = '', tag = '', model = ''] = HOSTILE_TEXTS.slice(number * PLACES, (number + 1) * PLACES);
  const judged = { id: model, model: `judge ${model}`, score: 0.5, read: tag, reflection: reason, reply: reason, error: { code: 'x', message: error, hint: error } };
  const other = { ...judged, id: `${model} too`, score: 1 };
  return wireRow(number, {
    case_id: id,
    source: `${id}:1:1`,
    suite: tag,
    tags: [tag],
    metadata: { [hit]: reason, [model]: { [tag]: reply } },
    target: model,
    variant: { label: evaluator },
    score: 0.5,
    status: 'partial',
    input: [{ role: 'system', content: question }, { role: 'user', content: question, name: id }],
    expected_outcome: reason,
    reference: hit,
    output: {
      text: `${reply}\n\n${hit}`,
      messages: [{ role: 'assistant', content: reply }],
      tool_calls: [{ tool, input: { [id]: question }, output: reply, duration_ms: 5, id: tool }],
      file_changes: `${error}\n${reply}`,
    },
    evaluators: [
      {
        name: evaluator,
        type: model,
        weight: 1,
        score: 0.5,
        verdict: 'fail',
        hits: [hit, `contains ${JSON.stringify(reply)}`],
        misses: [reason],
        reasoning: reason,
        details: { [tag]: hit },
        error: { code: tag, message: error, hint: error },
        evaluators: [{ name: tool, type: tag, weight: 1, score: 0.5, points: [{ text: hit, score: 0.5, weight: 1, path: id, reasoning: reason, citation: reply, judges: [judged, other] }] }],
        judges: [judged, other],
        warnings: [error],
      },
    ],
    metrics: [{ name: evaluator, value: 1, unit: tool }],
    warnings: [error],
    error: { code: tag, message: error, hint: hit },
    fingerprints: { target: model },
  });
}

/** The run `hostile`, and `other`, in which the same cases came out better. */
export function writeHostileRuns(project: string): void {
  const rows = Array.from({ length: HOSTILE_ROWS }, (_, number) => hostileRow(number));
  const [first = '', second = '', third = ''] = HOSTILE_TEXTS;
  const told = { reasons: [first, second], warnings: [{ message: third, rows: 3 }] };
  writeRun(project, 'hostile', rows, told);
  writeRun(project, 'other', rows.map((row) => ({ ...row, score: 1, output: { text: row.case_id, messages: [], tool_calls: [] } })), told);
}

import { WAITS_FOR_OTHERS, type EvaluatorResult, type ResultRow } from '@assay/schema';
import { sampleJob, sampleRow } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { passedOn } from './passed-on.js';
import { Unreachable } from './unreachable.js';

const AWAY = { code: 'unavailable', message: 'judge "j" was not asked' };
const GRADED: EvaluatorResult = { name: 'judged', type: 'llm_judge', weight: 1, score: 1 };
const UNGRADED: EvaluatorResult = { ...GRADED, score: null, error: { code: 'judges_failed', message: 'no judge answered' }, judges: [{ judge: 'j', error: AWAY }] as unknown as EvaluatorResult['judges'] };
const WAITING: EvaluatorResult = { name: 'best', type: 'select_best', weight: 1, score: null, error: { code: WAITS_FOR_OTHERS, message: 'it waits for others' } };

function rowOf(...evaluators: readonly EvaluatorResult[]): ResultRow {
  const error = evaluators.find((one) => one.error)?.error;
  return sampleRow({ verdict: error ? null : 'pass', status: error ? 'error' : 'ok', error, evaluators });
}

/** As the row of a trial that was not begun. */
const unbegun = (): ResultRow => sampleRow({ verdict: null, status: 'error', error: { code: 'unscored', message: AWAY.message }, output: null, usage: undefined, evaluators: [] });

/** A worker that knows that its judges do not answer. */
function cutOff(): Unreachable {
  const unreachable = new Unreachable();
  expect(passedOn(rowOf(UNGRADED), sampleJob(), unreachable)).toMatchObject({ lacks: 'assessors' });
  return unreachable;
}

test('a reply that only waits to be compared with others shows that judges are there again', async () => {
  const unreachable = cutOff();
  expect(passedOn(rowOf(WAITING, GRADED), sampleJob(), unreachable)).toBeUndefined();
  expect(await unreachable.refusal(sampleJob())).toBeUndefined();
});

test('who was not asked is told, and not what another evaluator waits for', () => {
  const refusal = passedOn(rowOf(WAITING, UNGRADED), sampleJob(), new Unreachable());
  expect(refusal).toMatchObject({ lacks: 'assessors', error: { message: 'judged: no judge answered' } });
});

test('a verdict that holds whatever a judge would have said does not show that it is there again', async () => {
  const unreachable = cutOff();
  const missed: EvaluatorResult = { name: 'contains', type: 'contains', weight: 1, score: 0, requirements: { missed: 'written' } };
  for (const evaluators of [[missed, UNGRADED], [{ ...missed, evaluators: [missed, UNGRADED] }]]) {
    expect(passedOn(sampleRow({ verdict: 'fail', status: 'partial', error: undefined, evaluators }), sampleJob(), unreachable)).toBeUndefined();
    expect(await unreachable.refusal(sampleJob())).toBeDefined();
  }
});

test('a panel that has a verdict without the judge that does not answer is there', async () => {
  const unreachable = cutOff();
  const row = sampleRow({ verdict: 'pass', status: 'partial', error: undefined, evaluators: [{ ...GRADED, judges: UNGRADED.judges, degraded: true }] });
  expect(passedOn(row, sampleJob(), unreachable)).toBeUndefined();
  expect(await unreachable.refusal(sampleJob())).toBeUndefined();
});

test('a trial that was not begun is none that failed, when the judges have answered another one meanwhile', async () => {
  const unreachable = cutOff();
  const job = sampleJob();
  expect(await unreachable.refusal(job)).toBeDefined();
  expect(passedOn(rowOf(GRADED), sampleJob(), unreachable)).toBeUndefined();
  expect(passedOn(unbegun(), job, unreachable)).toMatchObject({ lacks: 'assessors', isOpen: true });
});

test('a trial that was not begun is done by another worker as long as nobody has answered', async () => {
  const unreachable = cutOff();
  const job = sampleJob();
  expect(await unreachable.refusal(job)).toBeDefined();
  expect(passedOn(unbegun(), job, unreachable)).toMatchObject({ lacks: 'assessors', isOpen: false });
});

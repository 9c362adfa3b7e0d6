import { INDEX_FLAGS, MOST_METADATA, type ResultRow } from '@assay/schema';
import { edgeCaseRows, sampleErrorRow, sampleRow } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { CHUNK, FIRST_CHUNK, RowIndex } from './row-index.js';

function indexOf(rows: readonly ResultRow[]) {
  const index = new RowIndex();
  for (const row of rows) index.add(row);
  return { index, chunk: index.take() };
}

describe('RowIndex', () => {
  test('names every text once, and says in columns which it means', () => {
    const { chunk } = indexOf([
      sampleRow({ suite: 'a', suitePath: 'evals/a.yaml', caseId: 'one', target: 'x', tags: ['t', 'u'] }),
      sampleRow({ suite: 'a', suitePath: 'evals/a.yaml', caseId: 'one', target: 'y', tags: ['t', 'u'] }),
      sampleRow({ suite: 'a', suitePath: 'evals/other/a.yaml', caseId: 'one', target: 'x', tags: ['u'] }),
    ]);
    expect(chunk?.names.suites).toEqual([
      { name: 'a', path: 'evals/a.yaml' },
      { name: 'a', path: 'evals/other/a.yaml' },
    ]);
    expect(chunk?.names.cases.map(({ suite, id, tags }) => [suite, id, tags])).toEqual([
      [0, 'one', [0, 1]],
      [1, 'one', [1]],
    ]);
    expect(chunk?.names.targets).toEqual(['x', 'y']);
    expect(chunk?.columns.case).toEqual([0, 0, 1]);
    expect(chunk?.columns.target).toEqual([0, 1, 0]);
  });

  test('later chunks bring only names that are new', () => {
    const index = new RowIndex();
    index.add(sampleRow({ caseId: 'one', target: 'x' }));
    index.take();
    index.add(sampleRow({ caseId: 'two', target: 'x' }));
    const chunk = index.take();
    expect(chunk).toMatchObject({ from: 1, rows: 1, names: { suites: [], targets: [], cases: [{ id: 'two' }] }, columns: { case: [1], target: [0] } });
    expect(index.take()).toBeUndefined();
  });

  test('what the file says about cases comes as short texts, with at most fifty keys', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, at]));
    const { chunk } = indexOf([
      sampleRow({ caseId: 'one', vars: { region: 'north' }, metadata: { source: 'a\nb', levels: [1, 2], none: null } }),
      sampleRow({ caseId: 'two', metadata: { source: 'x'.repeat(200), ...many } }),
      sampleRow({ caseId: 'three' }),
    ]);
    expect(chunk?.names.metadata.slice(0, 3)).toEqual(['var:region', 'source', 'levels']);
    expect(chunk?.names.metadata).toHaveLength(MOST_METADATA);
    const [one, two, three] = chunk?.names.cases ?? [];
    expect(one?.metadata).toEqual([
      [0, 'north'],
      [1, 'a b'],
      [2, '[1,2]'],
    ]);
    expect(two?.metadata?.[0]?.[1].length).toBeLessThanOrEqual(81);
    expect(two?.metadata).toHaveLength(MOST_METADATA - 2);
    expect(three).not.toHaveProperty('metadata');
  });

  test('how often a target was asked, and what its judges read and wrote', () => {
    const { chunk } = indexOf([
      sampleRow({ latencyMs: 5, cached: false, judgeUsage: { inputTokens: 30, outputTokens: 4 } }),
      sampleRow({ latencyMs: 5, cached: true, judgeUsage: undefined }),
      sampleRow({ attempts: { sent: 4, retries: 2, hedges: 1 } }),
      sampleRow({ attempts: { sent: 1, batched: 1 } }),
      sampleErrorRow({ latencyMs: null }),
    ]);
    expect(chunk?.columns.attempts).toEqual([1, 0, 4, 1, null]);
    expect(chunk?.columns.read.slice(0, 2)).toEqual([30, null]);
    expect(chunk?.columns.written.slice(0, 2)).toEqual([4, null]);
    const tried = INDEX_FLAGS.retried | INDEX_FLAGS.hedged | INDEX_FLAGS.batched;
    expect(chunk?.columns.flags.map((flags) => flags & tried)).toEqual([0, 0, INDEX_FLAGS.retried | INDEX_FLAGS.hedged, INDEX_FLAGS.batched, 0]);
  });

  test('what of the costs was spent at another time; a price that is missing there is missed by nobody', () => {
    const [usage, known] = [{ inputTokens: 10, outputTokens: 2 }, { costUsd: 0.5, judgeCostUsd: 0.3, judgeUsage: { inputTokens: 30, outputTokens: 4 } }];
    const { chunk } = indexOf([
      sampleRow({ ...known, cached: false, saved: { judgeUsage: known.judgeUsage, judgeCostUsd: 0.3 } }),
      sampleRow({ ...known, usage, cached: true, saved: { usage, costUsd: 0.5 } }),
      sampleRow(known),
      sampleRow({ usage, costIncomplete: true, cached: true, saved: { usage } }),
    ]);
    expect(chunk?.columns.cost.slice(0, 3)).toEqual([0.5, 0.5, 0.5]);
    expect(chunk?.columns.saved).toEqual([null, 0.5, null, null]);
    expect(chunk?.columns.spared).toEqual([0.3, null, null, null]);
    expect(chunk?.columns.kept).toEqual([[0, 0, 30, 4], [10, 2, 0, 0], null, [10, 2, 0, 0]]);
    expect(chunk?.columns.flags.map((flags) => flags & (INDEX_FLAGS.unpriced | INDEX_FLAGS.unpricedJudging))).toEqual([0, 0, 0, 0]);
  });

  test('the first chunk is small', () => {
    const index = new RowIndex();
    const sizes: number[] = [];
    for (let at = 0; at < FIRST_CHUNK + CHUNK + 1; at += 1) {
      index.add(sampleRow({ caseId: `c${at}` }));
      if (index.isFull) sizes.push(index.take()?.rows ?? 0);
    }
    expect(sizes).toEqual([FIRST_CHUNK, CHUNK]);
    expect(index.next).toBe(FIRST_CHUNK + CHUNK + 1);
  });

  test('says which rows do not count any more, also when nothing else came', () => {
    const index = new RowIndex();
    index.add(sampleErrorRow());
    index.take();
    index.add(sampleRow(), { replaces: 0 });
    index.add(sampleRow({ caseId: 'of-another-plan' }), { outside: true });
    expect(index.take()).toMatchObject({ from: 1, rows: 2, gone: [0, 2] });
  });

  test('verdicts, bounds and what is missing', () => {
    const { chunk } = indexOf([
      sampleRow({ verdict: 'pass', score: 0.9 }),
      sampleRow({ verdict: 'borderline', score: 0.7 }),
      sampleRow({ verdict: 'fail', score: 0.1 }),
      sampleErrorRow({ error: { code: 'timeout', message: 'too slow' } }),
    ]);
    expect(chunk?.columns.verdict).toEqual([2, 1, 0, null]);
    expect(chunk?.columns.score).toEqual([0.9, 0.7, 0.1, null]);
    expect(chunk?.columns.error).toEqual([null, null, null, 0]);
    expect(chunk?.names.errors).toEqual(['timeout']);
  });

  test.each<[keyof typeof INDEX_FLAGS, Partial<ResultRow>]>([
    ['partial', { status: 'partial' }],
    ['cached', { cached: true }],
    ['cut', { output: { text: 'a', messages: [], toolCalls: [], finishReason: 'length' } }],
    ['filtered', { output: { text: 'a', messages: [], toolCalls: [], finishReason: 'refusal' } }],
    ['warned', { warnings: ['one'] }],
    ['warned', { evaluators: [{ name: 'e', type: 't', weight: 1, score: 1, evaluators: [{ name: 'f', type: 't', weight: 1, score: 1, warnings: ['deep'] }] }] }],
    ['missed', { requirements: { missed: 'written' } }],
    ['tools', { output: { text: 'a', messages: [], toolCalls: [{ tool: 'search' }] } }],
    ['unpriced', { costIncomplete: true }],
    ['unpricedJudging', { judgeCostIncomplete: true }],
  ])('marks a row as %s', (flag, row) => {
    expect(indexOf([sampleRow({ warnings: [] })]).chunk?.columns.flags).toEqual([0]);
    expect(indexOf([sampleRow({ warnings: [], ...row })]).chunk?.columns.flags).toEqual([INDEX_FLAGS[flag]]);
  });

  test('finds verdicts that flip between repeats of the same case, target and variant', () => {
    const row = (repeat: number, verdict: ResultRow['verdict'], more: Partial<ResultRow> = {}): ResultRow => sampleRow({ repeat, verdict, ...more });
    const index = new RowIndex();
    for (const each of [
      row(1, 'pass'),
      row(2, 'fail'),
      row(1, 'pass', { target: 'steady' }),
      row(2, 'pass', { target: 'steady' }),
      row(1, 'pass', { target: 'unscored' }),
      row(2, null, { target: 'unscored' }),
      row(1, 'fail', { variant: { label: 'temp:1' } }),
    ]) {
      index.add(each);
    }
    expect(index.flips()).toEqual([0, 1]);
    index.add(row(2, 'pass'), { replaces: 1 });
    expect(index.flips()).toEqual([]);
  });

  test('every row that can be stored has a line, and the index is JSON', () => {
    const rows = edgeCaseRows();
    const { chunk } = indexOf(rows);
    expect(JSON.parse(JSON.stringify(chunk))).toEqual(chunk);
    for (const column of Object.values(chunk?.columns ?? {})) expect(column).toHaveLength(rows.length);
    for (const reply of chunk?.columns.reply ?? []) expect(Array.from(reply ?? '').length).toBeLessThanOrEqual(160);
  });
});

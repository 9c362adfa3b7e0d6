import { sampleComparison, sampleErrorRow, sampleRow, sampleRunStart, sampleSummary } from '@assay/schema/testing';
import type { Comparison, ReportedRun, ResultRow } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { makeReporter } from '../../test/make-reporter.js';
import { readCsv } from '../../test/read-csv.js';
import { reporter as definition } from './csv.js';
import { COLUMN_NAMES } from './csv/columns.js';
import { COMPARISON_COLUMNS } from './csv/comparison-columns.js';

async function report(rows: readonly ResultRow[], options: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { reporter, written } = await makeReporter(definition, options);
  await reporter.runStarted?.(sampleRunStart({ suites: ['b', 'a'] }));
  for (const row of rows) await reporter.trialFinished?.(row);
  await reporter.runFinished?.(sampleSummary());
  return written();
}

/** The rows of a report by the names of their columns. */
function table(text: string, separator?: string): readonly Readonly<Record<string, string>>[] {
  const [header = [], ...rows] = readCsv(text, separator);
  return rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [header[index] ?? '', cell])));
}

const scored = (name: string, score: number | null) => ({ name, type: 'contains', weight: 1, score });

describe('a CSV report', () => {
  test('has a row for each trial with what a person asks of it', async () => {
    const [row] = table(
      await report([
        sampleRow({
          tags: ['geo', 'easy'],
          expectedOutcome: 'names Paris',
          reference: 'Paris',
          variant: { label: 'temp:0.5' },
          judgeUsage: { inputTokens: 3, outputTokens: 4 },
          output: { text: 'Paris', messages: [], toolCalls: [{ tool: 'search', input: { q: 'x' } }, { tool: 'end' }], finishReason: 'stop' },
          metrics: [{ name: 'similarity', value: 0.75 }],
          warnings: ['slow', 'cut'],
        }),
      ]),
    );
    expect(row).toMatchObject({
      run_id: 'run-1', suite: 'geography', case_id: 'capital-of-france', source: 'evals/geography.yaml:3:5', tags: 'geo, easy', target: 'mock',
      variant: 'temp:0.5', repeat: '1', status: 'ok', verdict: 'pass', score: '1', score_worst: '1', input: 'What is the capital of France?',
      expected_outcome: 'names Paris', reference: 'Paris', output: 'Paris', tool_calls: 'search({"q":"x"})\nend()', finish_reason: 'stop', error: '',
      reasons: '', warnings: 'slow\ncut', latency_ms: '420', cost_usd: '0.00012', input_tokens: '14', judge_tokens: '7', cached: 'false',
      'score: contains': '1', 'metric: similarity': '0.75',
    });
  });

  test('a judgement out of the cache is told where the reply is a fresh one', async () => {
    const rows = table(await report([sampleRow({ judgeCostUsd: 0.3, saved: { judgeCostUsd: 0.2 } }), sampleRow({ repeat: 2, cached: true, saved: { costUsd: 0.00012 } })]));
    expect(rows).toMatchObject([
      { cached: 'false', judge_cost_usd: '0.3', saved_cost_usd: '', saved_judge_cost_usd: '0.2' },
      { cached: 'true', cost_usd: '0.00012', saved_cost_usd: '0.00012', saved_judge_cost_usd: '' },
    ]);
  });

  test('says why a row failed or has no score', async () => {
    const rows = table(await report([sampleErrorRow({ trialKey: 'b' }), sampleRow({ repeat: 2, score: 0, evaluators: [{ ...scored('contains', 0), misses: ['no "Rome"'] }] })]));
    expect(rows).toMatchObject([
      { status: 'error', verdict: '', score: '', output: '', error: 'connection refused', 'score: contains': '', latency_ms: '' },
      { verdict: 'fail', score: '0', reasons: expect.stringContaining('no "Rome"'), 'score: contains': '0' },
    ]);
  });

  test('puts rows in the order of the files, however they finish', async () => {
    const row = (suite: string, line: number, repeat: number): ResultRow =>
      sampleRow({ suite, suitePath: `${suite}.yaml`, source: `${suite}.yaml:${line}:1`, caseId: `c${line}`, repeat, trialKey: `${suite}${line}${repeat}` });
    const rows = [row('a', 10, 1), row('b', 10, 2), row('a', 9, 1), row('b', 10, 1), row('b', 2, 1)];
    const shown = async (given: readonly ResultRow[]) => (await report(given)).replaceAll('\r\n', '\n');
    expect(table(await report(rows)).map(({ suite, case_id: id, repeat }) => `${suite} ${id} ${repeat}`)).toEqual(['b c2 1', 'b c10 1', 'b c10 2', 'a c9 1', 'a c10 1']);
    expect(await shown(rows.toReversed())).toBe(await shown(rows));
  });

  test('has a column for each evaluator of any row, and every record has all of them', async () => {
    const text = await report([
      sampleRow({ evaluators: [scored('b', 1)] }),
      sampleRow({ trialKey: '2', repeat: 2, evaluators: [scored('a', 0.5), scored('__proto__', 0.25)] }),
      sampleRow({ trialKey: '3', repeat: 3, evaluators: [scored('b', null)] }),
    ], { columns: ['scores'] });
    expect(text).toBe('"score: __proto__","score: a","score: b"\r\n,,1\r\n0.25,0.5,\r\n,,\r\n');
  });

  test('bounds the columns that names of evaluators make', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => sampleRow({ repeat: index + 1, trialKey: `${index}`, evaluators: [scored(`e${index}`, 1)] }));
    expect(readCsv(await report(rows, { columns: ['case_id', 'scores'] }))[0]).toHaveLength(201);
  });

  test('columns, separator, byte order mark and length of cells are chosen', async () => {
    const text = await report([sampleRow({ output: { text: 'x'.repeat(500), messages: [], toolCalls: [] } })], {
      columns: ['output', 'case_id'], separator: 'semicolon', bom: true, max_characters: 100,
    });
    expect(text.startsWith('\uFEFF"output";"case_id"\r\n"xxx')).toBe(true);
    expect(readCsv(text.slice(1), ';')[1]?.[0]).toHaveLength(100);
    const { reporter } = await makeReporter(definition, {});
    await reporter.close?.();
    await expect(makeReporter(definition, { columns: ['nope'] })).rejects.toThrow();
  });

  test('without rows it is the names of the columns', async () => {
    expect(readCsv(await report([]))).toEqual([COLUMN_NAMES]);
  });

  test('no cell is a formula, wherever it comes from', async () => {
    const evil = "=cmd|' /C calc'!A0";
    const [header = [], cells = []] = readCsv(
      await report([
        sampleRow({
          suite: evil, suitePath: evil, caseId: evil, source: evil, tags: [evil], target: evil, variant: { label: evil }, trialKey: evil, runId: evil,
          input: [{ role: 'user', content: evil }], output: { text: evil, messages: [], toolCalls: [{ tool: evil }] }, expectedOutcome: evil, reference: evil,
          error: { code: 'x', message: evil }, warnings: [evil], evaluators: [{ ...scored(evil, 0), misses: [evil] }], score: 0, metrics: [{ name: evil, value: -1 }],
        }),
      ]),
    );
    for (const cell of [...header, ...cells]) expect(cell).not.toMatch(/^[\s"]*[=+@＝]/u);
    expect(cells.filter((cell) => cell.includes('cmd|')).length).toBeGreaterThanOrEqual(15);
    expect(header.at(-1)).toBe(`metric: ${evil}`);
  });
});

describe('a table of a comparison', () => {
  const place = { suite: 'geography', suitePath: 'evals/geography.yaml', target: 'mock' };
  const none = { count: 0, cases: [] };
  const run = (rows: readonly ResultRow[]): ReportedRun => ({
    id: 'r', location: 'runs/r', manifest: undefined, summary: undefined,
    async *rows() {
      yield* rows;
    },
  });
  const compare = async (change: Partial<Comparison>, runs: readonly ReportedRun[], options = {}): Promise<string> => {
    const { reporter, written } = await makeReporter(definition, options);
    await reporter.comparisonFinished?.(sampleComparison(change), runs);
    return written();
  };
  const said = (text: string) => ({ text, messages: [], toolCalls: [] });

  test('has a row for each case that changed, worse ones first, with both sides', async () => {
    const before = [sampleRow({ output: said('Paris') }), sampleRow({ repeat: 2, output: said('no') })];
    const now = [
      sampleRow({ repeat: 2, verdict: 'fail', score: 0, evaluators: [{ ...scored('contains', 0), misses: ['no "Rome"'] }], output: said('=2') }),
      sampleRow({ output: said('=1') }), sampleErrorRow({ caseId: 'capital-of-italy', output: null }), sampleRow({ caseId: 'another' }),
    ];
    const rows = table(await compare({ kind: 'runs' }, [run(before), run(now)]));
    expect(rows.map(({ change, case_id: id }) => [change, id])).toEqual([['worse', 'capital-of-france'], ['better', 'capital-of-italy']]);
    expect(rows[0]).toMatchObject({
      suite: 'geography', suite_path: 'evals/geography.yaml', target_before: 'mock', target: 'mock', score_before: '1', score: '0.4', difference: '-0.6',
      verdict_before: 'pass, pass', verdict: 'pass, fail', reasons: expect.stringContaining('no "Rome"'), output_before: 'Paris', output: "'=1",
    });
    expect(rows[1]).toMatchObject({ verdict_before: '', verdict: 'error', output_before: '', output: '' });
  });

  test('a case that is nowhere now, of a baseline, has what the baseline holds', async () => {
    const cases = [{ ...place, caseId: 'gone', source: undefined, scoreBefore: 0.5, score: null, verdictBefore: 'borderline' as const }];
    const rows = table(await compare({ worse: none, better: none, missing: { count: 1, cases } }, [run([])]));
    expect(rows).toMatchObject([{ change: 'missing', case_id: 'gone', source: '', score_before: '0.5', score: '', difference: '', verdict_before: 'borderline', verdict: '' }]);
  });

  test('finds both sides of a suite that was moved, of other targets, and of prompts', async () => {
    const moved = await compare({ kind: 'runs' }, [run([sampleRow({ suitePath: 'old.yaml', output: said('there') })]), run([sampleRow()])]);
    expect(table(moved)[0]).toMatchObject({ output_before: 'there' });
    const [pair] = sampleComparison().pairs;
    const targets = await compare({ kind: 'runs', pairs: pair ? [{ ...pair, targetBefore: 'other' }] : [] }, [run([sampleRow({ target: 'other', output: said('other') }), sampleRow({ output: said('this') })])]);
    expect(table(targets)[0]).toMatchObject({ target_before: 'other', output_before: 'other', target: 'mock', output: 'this' });
    const ofPrompt = (prompt: string) => sampleRow({ variant: { label: `prompt:${prompt}`, prompt }, output: said(prompt) });
    const prompts = await compare({ kind: 'runs', prompts: { before: 'short', now: 'long' } }, [run([ofPrompt('long'), ofPrompt('short')])]);
    expect(table(prompts)[0]).toMatchObject({ output_before: 'short', output: 'long' });
  });

  test('of nothing is a line with the names of columns; separator and mark are those that were asked for', async () => {
    const text = await compare({ pairs: [], worse: none, better: none }, [], { separator: 'semicolon', bom: true, columns: ['score'] });
    expect(text).toBe(`\uFEFF${COMPARISON_COLUMNS.map((name) => `"${name}"`).join(';')}\r\n`);
  });
});

import { gunzipSync } from 'node:zlib';
import { ConfigError, createRedactor, type Comparison, type PageRow, type ReportData, type ResultRow } from '@assay/schema';
import { edgeCaseRows, sampleComparison, sampleManifest, sampleRow, sampleRunStart, sampleSummary } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { makeReporter } from '../../test/make-reporter.js';
import { reporter as definition } from './html.js';

const PAGE = '<!doctype html><html lang="en"><head><title>a</title><style>b{}</style></head><body><script>"$&"</script></body></html>\n';
const page = async (): Promise<string> => PAGE;

/** What stands in a report. */
function read(html: string) {
  const unpacked = (id: string): string => {
    const [, packed = ''] = new RegExp(`<script type="application/octet-stream" id="${id}">([A-Za-z0-9+/=]*)</script>`, 'u').exec(html) ?? [];
    return gunzipSync(Buffer.from(packed, 'base64')).toString('utf8');
  };
  const { page: info, runs } = JSON.parse(unpacked('assay-page')) as ReportData;
  const rowsOf = (run: number, block: number) => unpacked(`assay-rows-${run}-${block}`).trim().split('\n').map((line) => JSON.parse(line) as PageRow);
  return { html, info, runs, blocks: runs.map(({ blocks }, run) => blocks.map((_, block) => rowsOf(run, block))) };
}

async function report(rows: readonly ResultRow[], change: object = {}, comparison?: Comparison) {
  const { reporter, written } = await makeReporter(definition, {}, { page, ...change });
  await reporter.runStarted?.(sampleRunStart());
  for (const row of rows) await reporter.trialFinished?.(row);
  await reporter.runFinished?.(sampleSummary(), comparison);
  const { runs: [data], blocks: [blocks = []], ...rest } = read(written());
  return { ...rest, data, blocks };
}

describe('reporter html', () => {
  test('is the page with its data behind it, and says what it may do', async () => {
    const { html } = await report([sampleRow()]);
    const [policy = ''] = /<meta http-equiv="content-security-policy" content="[^"]*">/u.exec(html) ?? [];
    expect(policy).toMatch(/default-src 'none'; script-src 'sha256-[^ ;]+'; style-src 'sha256-[^ ;]+'; connect-src 'none';/u);
    const data = /<script type="application\/octet-stream"[\s\S]*<\/script>\n/u.exec(html)?.[0] ?? '';
    expect(html.replace(policy, '').replace(data, '')).toBe(PAGE);
    expect(html.indexOf(data)).toBeGreaterThan(html.indexOf('"$&"'));
  });

  test('has every row, in blocks, and an index of them', async () => {
    const rows = Array.from({ length: 250 }, (_, at) => sampleRow({ caseId: `c${at}`, trialKey: `k${at}` }));
    const { data, blocks, info } = await report(rows, { version: '1.2.3' });
    expect(data?.blocks).toEqual([0, 100, 200]);
    expect(blocks.map((block) => block.length)).toEqual([100, 100, 50]);
    expect(blocks.flat().map(({ position, row }) => [position, row['case_id']])).toEqual(rows.map(({ caseId }, at) => [at, caseId]));
    expect(blocks[0]?.[0]?.explanation).toContain('c0');
    const chunks = (data?.events ?? []).flatMap((event) => (event.type === 'chunk' ? [event.chunk] : []));
    expect(chunks.map(({ from, rows: count }) => [from, count])).toEqual([
      [0, 200],
      [200, 50],
    ]);
    expect(data?.events.at(-1)).toEqual({ type: 'end' });
    expect(info).toEqual({ version: '1.2.3', mode: 'file', can: { label: false, edit: false }, asked: [] });
    expect(data).toMatchObject({ run: { state: 'ended', rows: 250, summary: { outcome: sampleSummary().outcome } }, labels: [] });
  });

  test('nothing of a row becomes markup', async () => {
    const { html, blocks } = await report(edgeCaseRows());
    expect(html.match(/<script/gu)).toHaveLength(3);
    expect(blocks.flat()).toHaveLength(edgeCaseRows().length);
  });

  test('a run without rows is one too', async () => {
    expect((await report([])).data).toMatchObject({ blocks: [], run: { rows: 0 } });
  });

  test('no secret is packed', async () => {
    const redactor = createRedactor();
    redactor.add('sk-very-secret', 'KEY');
    const { blocks, data } = await report([sampleRow({ caseId: 'sk-very-secret' })], { redactor });
    expect(JSON.stringify([blocks, data])).not.toContain('very-secret');
  });

  test('has what people said of replies, each at its row', async () => {
    const labels = async () => [
      { trialKey: 'k1', verdict: 'fail' as const, note: 'no', at: '2026-01-01T00:00:00.000Z' },
      { trialKey: 'gone', verdict: 'pass' as const, note: '', at: '2026-01-01T00:00:00.000Z' },
    ];
    const rows = ['k0', 'k1'].map((trialKey) => sampleRow({ trialKey, caseId: trialKey }));
    expect((await report(rows, { labels })).data?.labels).toEqual([{ position: 1, verdict: 'fail', note: 'no', at: '2026-01-01T00:00:00.000Z' }]);
  });

  test('of a comparison it has both runs, and what came of it', async () => {
    const { reporter, written } = await makeReporter(definition, {}, { page });
    const run = (id: string, rows: readonly ResultRow[]) => ({
      id,
      location: `runs/${id}`,
      manifest: sampleManifest({ runId: id, verdicts: { pass: 0.5, borderline: 0.2 } }),
      summary: undefined,
      async *rows() {
        yield* rows;
      },
    });
    const comparison = sampleComparison({ kind: 'runs', pairs: [] });
    await reporter.comparisonFinished?.(comparison, [run('a', [sampleRow(), sampleRow({ repeat: 2 })]), run('b', [sampleRow()])]);
    const { info, runs, blocks } = read(written());
    expect(info.comparison).toMatchObject({ kind: 'runs', outcome: comparison.outcome, reasons: comparison.reasons });
    expect(runs.map(({ run: { id, state, rows } }) => [id, state, rows])).toEqual([
      ['a', 'killed', 2],
      ['b', 'killed', 1],
    ]);
    expect(blocks.map((each) => each.flat().length)).toEqual([2, 1]);
    expect(runs[0]?.run.manifest).toMatchObject({ run_id: 'a', verdicts: { pass: 0.5 } });
  });

  test('has the tables of keys that were asked for, without secrets', async () => {
    const redactor = createRedactor();
    redactor.add('sk-very-secret', 'KEY');
    const { data } = await report([sampleRow({ tags: ['sk-very-secret'] })], { by: ['tag'], redactor });
    expect(data?.run.slices).toMatchObject([{ title: 'By tag', header: ['tag', 'Trials', 'Unscored', 'Pass', 'Rate', '± 95 %', 'Mean', '± 95 %'], rows: [[expect.not.stringContaining('very-secret'), '1', '0', '1', '100%', '2.5–100.0%', '1.00', '0.02–1.00']] }]);
    expect((await report([sampleRow()])).data?.run).not.toHaveProperty('slices');
    const slices = [{ by: 'tag', slices: [{ value: 'sk-very-secret', compared: 1, worse: 0, same: 1, better: 0, scoreBefore: 1, score: 1, change: null }] }];
    const { info } = await report([sampleRow()], { redactor }, sampleComparison({ slices }));
    expect(info.comparison?.slices).toMatchObject([{ title: 'By tag', rows: [[expect.not.stringContaining('very-secret'), '1', '1.00 → 1.00', '–', '0', '1', '0']] }]);
  });

  test('without a page there is no report', async () => {
    await expect(makeReporter(definition, {}, {})).rejects.toThrow(ConfigError);
  });
});

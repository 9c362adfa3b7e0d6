import { gunzipSync } from 'node:zlib';
import { ConfigError, createRedactor, type PageRow, type ReportData, type ResultRow } from '@assay/schema';
import { edgeCaseRows, sampleRow, sampleRunStart, sampleSummary } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { makeReporter } from '../../test/make-reporter.js';
import { reporter as definition } from './html.js';

const PAGE = '<!doctype html><html lang="en"><head><title>a</title><style>b{}</style></head><body><script>"$&"</script></body></html>\n';
const page = async (): Promise<string> => PAGE;

async function report(rows: readonly ResultRow[], change: object = {}) {
  const { reporter, written } = await makeReporter(definition, {}, { page, ...change });
  await reporter.runStarted?.(sampleRunStart());
  for (const row of rows) await reporter.trialFinished?.(row);
  await reporter.runFinished?.(sampleSummary());
  const html = written();
  const unpacked = (id: string): string => {
    const [, packed = ''] = new RegExp(`<script type="application/octet-stream" id="${id}">([A-Za-z0-9+/=]*)</script>`, 'u').exec(html) ?? [];
    return gunzipSync(Buffer.from(packed, 'base64')).toString('utf8');
  };
  const data = JSON.parse(unpacked('assay-page')) as ReportData;
  const blocks = data.blocks.map((_, number) => unpacked(`assay-rows-${number}`).trim().split('\n').map((line) => JSON.parse(line) as PageRow));
  return { html, data, blocks };
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
    const { data, blocks } = await report(rows);
    expect(data.blocks).toEqual([0, 100, 200]);
    expect(blocks.map((block) => block.length)).toEqual([100, 100, 50]);
    expect(blocks.flat().map(({ position, row }) => [position, row['case_id']])).toEqual(rows.map(({ caseId }, at) => [at, caseId]));
    expect(blocks[0]?.[0]?.explanation).toContain('c0');
    const chunks = data.events.flatMap((event) => (event.type === 'chunk' ? [event.chunk] : []));
    expect(chunks.map(({ from, rows: count }) => [from, count])).toEqual([
      [0, 200],
      [200, 50],
    ]);
    expect(data.events.at(-1)).toEqual({ type: 'end' });
    expect(data).toMatchObject({ page: { mode: 'file', can: { label: false, edit: false } }, run: { state: 'ended', rows: 250, summary: { outcome: sampleSummary().outcome } }, labels: [] });
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

  test('without a page there is no report', async () => {
    await expect(makeReporter(definition, {}, {})).rejects.toThrow(ConfigError);
  });
});

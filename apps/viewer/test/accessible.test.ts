import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WireRow } from '@assay/schema';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servePage, type ServedPage } from './support/assay-view.js';
import { browserPresence, launchBrowser } from './support/chromium.js';
import { wireRow, writeRun } from './support/make-run.js';
import { openPage } from './support/watched-page.js';

const { absent, note } = browserPresence();

/** A row with a little of everything. */
function fullRow(number: number): WireRow {
  const score = [0, 0.7, 1, null][number % 4] ?? null;
  const text = '# Title\n\nSome **text** with a [link](https://example.com) and `code`.\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n\n```\nlong line\n```\n\n![image](https://example.com/x.png)';
  return wireRow(number, {
    score,
    case_id: `case-${number >> 1}`,
    target: `model-${number % 2}`,
    tags: ['easy', 'short'],
    cost_usd: 0.01,
    reference: '# Title\n\nOther text',
    expected_outcome: 'A title',
    ...(score === null ? { error: { code: 'http_500', message: 'The server failed', hint: 'Ask again' } } : {}),
    output: score === null ? null : { text, messages: [], tool_calls: [{ tool: 'search', input: { q: 1 }, output: 'x', duration_ms: 3 }], finish_reason: 'length' },
    evaluators: [
      { name: 'words', type: 'contains', weight: 2, score, hits: ['contains "Title"'], misses: ['text'] },
      { name: 'panel', type: 'rubric', weight: 1, score, points: [{ text: 'Says it', score, weight: 1, required: true, judges: [{ id: 'j', model: 'm', score, reflection: 'Well said' }] }] },
    ],
    warnings: ['slow'],
    metrics: [{ name: 'similarity', value: 0.5 }],
  });
}

let project = '';
let browser: Browser;
let server: ServedPage;

beforeAll(async () => {
  if (absent) return;
  project = mkdtempSync(join(tmpdir(), 'assay-accessible-'));
  const rows = Array.from({ length: 8 }, (_, number) => fullRow(number));
  writeRun(project, 'one', rows);
  writeRun(project, 'two', rows.map((row) => ({ ...row, score: row.score === null ? null : 0.9, verdict: 'pass' as const })));
  [server, browser] = await Promise.all([servePage(project), launchBrowser()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  if (project !== '') rmSync(project, { recursive: true, force: true });
});

/** What is wrong on the page, as `rule: elements`. @param rules those that are looked at; all without any */
async function violations(page: Page, rules: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    interface Found {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[];
    }
    const { axe: checker } = globalThis as unknown as { axe: { run: (place: Document, options: object) => Promise<{ violations: readonly Found[] }> } };
    const { violations: found } = await checker.run(document, only.length === 0 ? {} : { runOnly: [...only] });
    return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' | ')}`);
  }, rules);
}

const VIEWS = [
  { name: 'runs', hash: '#/runs', ready: '.trends .plot' },
  { name: 'run', hash: '#/run/one?by=tag&show=chart,judges,usage', ready: '.grid-lines .grid-row', keys: ['o'] },
  { name: 'case', hash: '#/run/one?row=2', ready: '.case .facts-list', keys: ['b'] },
  { name: 'case without a reply', hash: '#/run/one?row=3', ready: '.case .facts-list' },
  { name: 'keys', hash: '#/run/one', ready: '.grid-lines .grid-row', keys: ['?'] },
  { name: 'comparison', hash: '#/compare/one/two?only=all&row=1', ready: '.pair .side' },
] as const;

describe.skipIf(absent).each([
  { theme: 'light', dark: false, width: 1280, rules: [] },
  // Only colours are others in the dark, and on a small screen a case is a view of its own.
  { theme: 'dark', dark: true, width: 1280, rules: ['color-contrast'] },
  { theme: 'small', dark: false, width: 400, rules: ['page-has-heading-one', 'region', 'scrollable-region-focusable', 'target-size'] },
])(`$theme${note}`, ({ dark, width, rules }) => {
  test('no view has anything that keeps people out', async () => {
    const { page, misdeeds } = await openPage(browser, server.address, '', { dark, width });
    const found: Record<string, readonly string[]> = {};
    for (const { name, hash, ready, ...rest } of VIEWS) {
      await page.goto('about:blank');
      await page.goto(`${server.address}${hash}`);
      await page.locator(ready).first().waitFor();
      for (const key of 'keys' in rest ? rest.keys : []) await page.keyboard.press(key);
      found[name] = await violations(page, rules);
    }
    expect(found).toEqual(Object.fromEntries(VIEWS.map(({ name }) => [name, []])));
    expect(misdeeds).toEqual([]);
    await page.context().close();
  }, 60_000);
});

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAssay } from './support/assay-view.js';
import { browserPresence, launchBrowser } from './support/chromium.js';
import { wireRow, writeRun } from './support/make-run.js';
import { writeTrustedRun } from './support/trusted-run.js';
import { openPage, type WatchedPage } from './support/watched-page.js';

const { absent, note } = browserPresence();
const ROWS = 1000;
/** Code and styles of the page, and what little stands around the data. */
const MOST_PAGE = 1_500_000;

let project = '';
let browser: Browser;
/** Where all of them are opened, one after the other: a page of its own for each takes longer than most of what is done there. */
let watched: WatchedPage;

/** What a `label` evaluator comes to in the summary of a run. */
const LABELS = {
  evaluator: 'tone',
  items: 4,
  labels: ['kind', 'rude'].map((label) => ({ label, support: 2, predicted: 2, precision: 0.5, recall: 0.5, f1: 0.5 })),
  confusion: [
    [1, 1],
    [1, 1],
  ],
  accuracy: 0.5,
  interval: { low: 0.067586, high: 0.932414, level: 0.95, clusters: 4, method: 'clopper_pearson' },
  macro: { precision: 0.5, recall: 0.5, f1: 0.5 },
  absent: 0,
  micro: { precision: 0.5, recall: 0.5, f1: 0.5 },
};

function addLabels(run: string): void {
  const file = join(project, '.assay/runs', run, 'summary.json');
  const { groups: [group], ...summary } = JSON.parse(readFileSync(file, 'utf8')) as { readonly groups: readonly object[] };
  writeFileSync(file, JSON.stringify({ ...summary, groups: [{ ...group, classifications: [LABELS] }] }));
}

/** Two runs of a thousand rows; in the second every tenth is worse. What is said is of no form that packs well. */
beforeAll(async () => {
  if (absent) return;
  project = mkdtempSync(join(tmpdir(), 'assay-report-'));
  mkdirSync(join(project, '.assay'));
  let seed = 1;
  const word = (): string => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed.toString(36);
  };
  const rows = Array.from({ length: ROWS }, (_, number) => {
    const text = `${Array.from({ length: 30 }, word).join(' ')}${number === 700 ? ' the Needle' : ''} ${'a'.repeat(30)}b`;
    return wireRow(number, { score: number % 4 === 0 ? 0 : 1, tags: [number % 2 === 0 ? 'lang:de' : '<b>&'], output: { text, messages: [{ role: 'assistant', content: text }], tool_calls: [] } });
  });
  writeRun(project, 'one', rows);
  addLabels('one');
  writeRun(project, 'two', rows.map((row, number) => (number % 10 === 1 ? wireRow(number, { score: 0, tags: row.tags }) : row)));
  await runAssay(project, 'report', 'one', '--report', 'html=one.html');
  await runAssay(project, 'compare', 'one', 'two', '--report', 'html=both.html');
  await runAssay(project, 'report', 'one', '--by', 'tag:lang', '--by', 'tag', '--report', 'html=sliced.html');
  await runAssay(project, 'compare', 'one', 'two', '--by', 'tag', '--report', 'html=sliced-both.html');
  await runAssay(project, 'baseline', 'save', 'one');
  await runAssay(project, 'baseline', 'check', 'two', '--report', 'html=check.html');
  writeTrustedRun(project);
  writeFileSync(join(project, 'empty.html'), '');
  await runAssay(project, 'report', 'trusted', '--report', 'html=trusted.html');
  browser = await launchBrowser();
  watched = await openPage(browser, pathToFileURL(join(project, 'empty.html')).href);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  if (project !== '') rmSync(project, { recursive: true, force: true });
});

/** Opens a report, with nothing left of the one before: it may ask for nothing but itself. */
async function open(file: string, hash = ''): Promise<WatchedPage> {
  const { page, misdeeds } = watched;
  const [empty = '', address = ''] = ['empty.html', file].map((name) => pathToFileURL(join(project, name)).href);
  misdeeds.length = 0;
  watched.address = empty;
  await page.goto(empty);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  watched.address = address;
  await page.goto(`${address}${hash}`);
  return watched;
}
const lines = (page: Page) => page.locator('.grid-lines .grid-row');
const shown = async (page: Page): Promise<number> => Number(await page.locator('.grid').getAttribute('aria-rowcount')) - 1;

describe.skipIf(absent)(`a report that is opened as a file${note}`, () => {
  test('shows all replies, filters and a case, and asks for nothing', async () => {
    const { page, misdeeds } = await open('one.html');
    await lines(page).first().waitFor();
    await expect.poll(() => page.url()).toContain('#/run/one');
    await expect.poll(() => shown(page)).toBe(ROWS);
    await page.locator('.chip.fail').click();
    await expect.poll(() => shown(page)).toBe(ROWS / 4);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('.case h2').waitFor();
    await expect.poll(() => page.locator('.case').innerText()).toContain('contains');
    await page.keyboard.press('Escape');
    await page.keyboard.press('L');
    await expect.poll(() => page.locator('.labels').innerText()).toMatch(/made on model \(tone\)\s+accuracy 0\.50 0\.06–0\.94 of 4, macro F1 0\.50[\s\S]*true \\ said[\s\S]*rude/u);
    expect(misdeeds).toEqual([]);
  });

  test('finds a text and a pattern; one that takes for ever ends, and the page goes on', async () => {
    const { page, misdeeds } = await open('one.html');
    await lines(page).first().waitFor();
    const seek = async (text: string): Promise<void> => {
      await page.keyboard.press('/');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
      await page.keyboard.press('Escape');
    };
    await seek('needle');
    await expect.poll(() => shown(page), { timeout: 10_000 }).toBe(1);
    await seek('/the N[e]{2}dle/');
    await expect.poll(() => shown(page), { timeout: 10_000 }).toBe(1);
    await seek('/(a+)+$/');
    await expect.poll(() => page.locator('main').innerText(), { timeout: 20_000 }).toContain('takes more than 1 s');
    await seek('needle');
    await expect.poll(() => shown(page), { timeout: 10_000 }).toBe(1);
    expect(misdeeds).toEqual([]);
  });

  test('a search that was given up changes nothing of the one after it', async () => {
    const { page, misdeeds } = await open('one.html');
    const field = page.locator('.search input');
    await field.fill('/(a+)+$/');
    await expect.poll(() => page.locator('.search-state').innerText()).toBe('looking …');
    await field.fill('needle');
    await expect.poll(() => shown(page), { timeout: 10_000 }).toBe(1);
    // Longer than the pattern may take: what was given up would have said so by now.
    await page.waitForTimeout(2000);
    expect(await shown(page)).toBe(1);
    expect(await page.locator('.search-state').innerText()).toBe('');
    expect(misdeeds).toEqual([]);
  });

  test('a key that is held down goes on, though browsers leave out changes of the address that come too often', async () => {
    const { page, misdeeds } = await open('one.html', '#/run/one?row=0');
    await page.locator('.case h2').waitFor();
    await page.evaluate(async () => {
      for (let presses = 0; presses < 230; presses += 1) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve));
      }
    });
    await expect.poll(() => page.locator('.case h2').innerText()).toContain('case-230');
    // The address follows.
    await expect.poll(() => page.url(), { timeout: 10_000 }).toContain('row=230');
    await page.keyboard.press('Escape');
    await lines(page).first().waitFor();
    expect(misdeeds).toEqual([]);
  });

  test('of a comparison it shows both runs beside each other, what got worse first', async () => {
    const { page, misdeeds } = await open('both.html');
    await page.locator('.compare-head').waitFor();
    await expect.poll(() => page.url()).toContain('#/compare/one/two');
    await expect.poll(() => page.locator('.compare-head').innerText()).toMatch(/worse\s+100\b/u);
    await expect.poll(() => page.locator('main').innerText()).toContain('Compared against');
    await expect.poll(() => page.locator('.changes').allInnerTexts()).toEqual([expect.stringMatching(/worse\s+made\s+0\.75 → 0\.65, −0\.10 \(−0\.\d\d to −0\.\d\d\)\s+p < 0\.001[\s\S]*A reply takes: time 100 ms → 100 ms/u)]);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('main').innerText()).toContain('Reply 1');
    expect(misdeeds).toEqual([]);
  });

  test('has a table for each key that it was asked for below the summary, of the run or of the comparison, also where it is narrow', async () => {
    const one = await open('sliced.html');
    await lines(one.page).first().waitFor();
    const told = (page: Page, title: string) => page.locator('.asked').getByRole('region', { name: title, exact: true });
    const rows = async (page: Page, title: string) => (await told(page, title).locator('tr').allInnerTexts()).map((text) => text.replaceAll(/\s+/gu, ' ').trim());
    expect(await rows(one.page, 'By tag:lang')).toEqual([
      'tag:lang Trials Unscored Pass Rate ± 95 % Mean ± 95 % Mean from 0 to 1',
      expect.stringMatching(/^de 500 0 250 50\.0% 4\d\.\d–5\d\.\d% 0\.50 0\.4\d–0\.5\d$/u),
      expect.stringMatching(/^\(none\) 500 0 500 100% 99\.\d–100\.0% 1\.00 0\.99–1\.00$/u),
    ]);
    expect((await rows(one.page, 'By tag')).slice(1)).toEqual([expect.stringMatching(/^<b>& 500 /u), expect.stringMatching(/^lang:de 500 /u)]);
    // Those of the run stay, whatever is filtered; the replies have their room.
    await one.page.locator('.chip.fail').click();
    await expect.poll(() => shown(one.page)).toBe(ROWS / 4);
    expect((await rows(one.page, 'By tag'))[1]).toMatch(/^<b>& 500 /u);
    await one.page.setViewportSize({ width: 400, height: 800 });
    expect(await one.page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
    expect((await one.page.locator('.grid').boundingBox())?.height).toBeGreaterThanOrEqual(200);
    expect(one.misdeeds).toEqual([]);

    const both = await open('sliced-both.html');
    await told(both.page, 'By tag').waitFor();
    expect(await rows(both.page, 'By tag')).toEqual([
      'tag Cases Score Change (95 %) Worse Same Better',
      expect.stringMatching(/^<b>& 500 1\.00 → 0\.80 −0\.20 \(−0\.2\d to −0\.1\d\) 100 400 0$/u),
      expect.stringMatching(/^lang:de 500 0\.50 → 0\.50 0\.00 \(\S+ to \S+\) 0 500 0$/u),
    ]);
    expect(both.misdeeds).toEqual([]);
    const without = await open('one.html');
    await lines(without.page).first().waitFor();
    expect(await without.page.locator('.asked').count()).toBe(0);
  });

  test('of a check of baselines it says above the run what the check shows', async () => {
    const { page, misdeeds } = await open('check.html');
    await lines(page).first().waitFor();
    await expect.poll(() => page.locator('.notice').innerText()).toMatch(/^Failed against baselines\s+▼ worse made 0\.75 → 0\.65, −0\.10 \(/u);
    expect(misdeeds).toEqual([]);
  });

  test('shows what labels and judges say of the run, where they do, and offers no labelling', async () => {
    const { page, misdeeds } = await open('trusted.html');
    await lines(page).first().waitFor();
    await page.getByRole('link', { name: 'Calibration' }).click();
    await page.locator('.ranking .span-axis').first().waitFor();
    await expect.poll(() => page.locator('.calibration p').first().innerText()).toBe('40 labels of 40 cases for 60 replies');
    expect((await page.locator('.calibration .told').first().innerText()).replaceAll(/\s+/gu, ' ')).toMatch(/66\.7% .*3\d\.\d% \d+\.\d–\d+\.\d%/u);
    await expect.poll(() => page.locator('.ranking').innerText()).toContain('ever best');
    expect(await page.getByText('Label replies').count()).toBe(0);
    expect(await page.locator('.calibration .button').count()).toBe(0);
    await page.keyboard.press('P');
    await page.keyboard.press('Escape');
    await lines(page).first().waitFor();
    await expect.poll(() => page.url()).toContain('#/run/trusted');
    expect(misdeeds).toEqual([]);
    const without = await open('one.html');
    await lines(without.page).first().waitFor();
    expect(await without.page.getByRole('link', { name: 'Calibration' }).count()).toBe(0);
  });

  test('is the page, and the data as it packs', () => {
    const html = readFileSync(join(project, 'one.html'), 'utf8');
    const data = [...html.matchAll(/<script type="application\/octet-stream"[^>]*>([\s\S]*?)<\/script>/gu)].reduce((sum, [, text = '']) => sum + text.length, 0);
    expect(statSync(join(project, 'one.html')).size - data).toBeLessThanOrEqual(MOST_PAGE);
    // Base64 takes a third more than gzip, whose text takes no more than half of the rows.
    expect(data).toBeLessThanOrEqual(statSync(join(project, '.assay/runs/one/results.jsonl')).size * (2 / 3));
  });
});

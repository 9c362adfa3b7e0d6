import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAssay } from './support/assay-view.js';
import { browserPresence, launchBrowser } from './support/chromium.js';
import { wireRow, writeRun } from './support/make-run.js';
import { openPage } from './support/watched-page.js';

const { absent, note } = browserPresence();
const ROWS = 1000;
/** Code and styles of the page, and what little stands around the data. */
const MOST_PAGE = 1_500_000;

let project = '';
let browser: Browser;

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
    return wireRow(number, { score: number % 4 === 0 ? 0 : 1, output: { text, messages: [{ role: 'assistant', content: text }], tool_calls: [] } });
  });
  writeRun(project, 'one', rows);
  writeRun(project, 'two', rows.map((row, number) => (number % 10 === 1 ? wireRow(number, { score: 0 }) : row)));
  await runAssay(project, 'report', 'one', '--report', 'html=one.html');
  await runAssay(project, 'compare', 'one', 'two', '--report', 'html=both.html');
  browser = await launchBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  if (project !== '') rmSync(project, { recursive: true, force: true });
});

const open = (file: string, hash = '') => openPage(browser, pathToFileURL(join(project, file)).href, hash);
const lines = (page: Page) => page.locator('.grid-lines .grid-row');
const shown = async (page: Page): Promise<number> => Number(await page.locator('.grid').getAttribute('aria-rowcount')) - 1;

describe.skipIf(absent)(`a report that is opened as a file${note}`, () => {
  test('shows all replies, filters and a case, and asks for nothing', async () => {
    const { page, misdeeds } = await open('one.html');
    await lines(page).first().waitFor();
    expect(page.url()).toContain('#/run/one');
    expect(await shown(page)).toBe(ROWS);
    await page.locator('.chip.fail').click();
    await expect.poll(() => shown(page)).toBe(ROWS / 4);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('.case h2').waitFor();
    await expect.poll(() => page.locator('.case').innerText()).toContain('contains');
    expect(misdeeds).toEqual([]);
    await page.context().close();
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
    await page.context().close();
  });

  test('of a comparison it shows both runs beside each other, what got worse first', async () => {
    const { page, misdeeds } = await open('both.html');
    await page.locator('.compare-head').waitFor();
    expect(page.url()).toContain('#/compare/one/two');
    await expect.poll(() => page.locator('.compare-head').innerText()).toMatch(/worse\s+100\b/u);
    expect(await page.locator('main').innerText()).toContain('Compared against');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('main').innerText()).toContain('Reply 1');
    expect(misdeeds).toEqual([]);
    await page.context().close();
  });

  test('is the page, and the data as it packs', () => {
    const html = readFileSync(join(project, 'one.html'), 'utf8');
    const data = [...html.matchAll(/<script type="application\/octet-stream"[^>]*>([\s\S]*?)<\/script>/gu)].reduce((sum, [, text = '']) => sum + text.length, 0);
    expect(statSync(join(project, 'one.html')).size - data).toBeLessThanOrEqual(MOST_PAGE);
    // Base64 takes a third more than gzip, whose text takes no more than half of the rows.
    expect(data).toBeLessThanOrEqual(statSync(join(project, '.assay/runs/one/results.jsonl')).size * (2 / 3));
  });
});

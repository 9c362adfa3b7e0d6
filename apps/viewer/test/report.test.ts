import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPresence } from './support/chromium.js';
import { linesOf, ReportWorld, ROWS, shownOn } from './support/report-world.js';
import { writeTrustedRun } from './support/trusted-run.js';

const { absent, note } = browserPresence();
/** Code and styles of the page, and what little stands around the data. */
const MOST_PAGE = 1_500_000;

describe.skipIf(absent)(`a report that is opened as a file${note}`, () => {
  const world = new ReportWorld();
  beforeAll(async () => {
    await world.open();
    await world.report('one.html', 'report', 'one');
    await world.report('both.html', 'compare', 'one', 'two');
    writeTrustedRun(world.project);
    await world.report('trusted.html', 'report', 'trusted');
  }, 120_000);
  afterAll(() => world.close());

  test('shows all replies, filters and a case, and asks for nothing', async () => {
    const { page, misdeeds } = await world.show('one.html');
    await linesOf(page).first().waitFor();
    await expect.poll(() => page.url()).toContain('#/run/one');
    await expect.poll(() => shownOn(page)).toBe(ROWS);
    await page.locator('.chip.fail').click();
    await expect.poll(() => shownOn(page)).toBe(ROWS / 4);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('.case h2').waitFor();
    await expect.poll(() => page.locator('.case').innerText()).toContain('contains');
    await page.keyboard.press('Escape');
    await page.keyboard.press('L');
    await expect.poll(() => page.locator('.labels').innerText()).toMatch(/made on model \(tone\)\s+accuracy 0\.50 0\.06–0\.94 of 4, macro F1 0\.50[\s\S]*true \\ said[\s\S]*rude/u);
    expect(misdeeds).toEqual([]);
  });

  test('of a comparison it shows both runs beside each other, what got worse first', async () => {
    const { page, misdeeds } = await world.show('both.html');
    await page.locator('.compare-head').waitFor();
    await expect.poll(() => page.url()).toContain('#/compare/one/two');
    await expect.poll(() => page.locator('.compare-head').innerText()).toMatch(/worse\s+100\b/u);
    await expect.poll(() => page.locator('main').innerText()).toContain('Compared against');
    await expect.poll(() => page.locator('.changes').allInnerTexts()).toEqual([expect.stringMatching(/worse\s+made\s+0\.75 → 0\.65, −0\.10 \(−0\.\d\d to −0\.\d\d\)\s+p < 0\.001[\s\S]*A reply takes: time 100 ms → 100 ms/u)]);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('main').innerText()).toContain('Reply 1');
    expect(misdeeds).toEqual([]);
  });

  test('shows what labels and judges say of the run, where they do, and offers no labelling', async () => {
    const { page, misdeeds } = await world.show('trusted.html');
    await linesOf(page).first().waitFor();
    await page.getByRole('link', { name: 'Calibration' }).click();
    await page.locator('.ranking .span-axis').first().waitFor();
    await expect.poll(() => page.locator('.calibration p').first().innerText()).toBe('40 labels of 40 cases for 60 replies');
    expect((await page.locator('.calibration .told').first().innerText()).replaceAll(/\s+/gu, ' ')).toMatch(/66\.7% .*3\d\.\d% \d+\.\d–\d+\.\d%/u);
    await expect.poll(() => page.locator('.ranking').innerText()).toContain('ever best');
    expect(await page.getByText('Label replies').count()).toBe(0);
    expect(await page.locator('.calibration .button').count()).toBe(0);
    await page.keyboard.press('P');
    await page.keyboard.press('Escape');
    await linesOf(page).first().waitFor();
    await expect.poll(() => page.url()).toContain('#/run/trusted');
    expect(misdeeds).toEqual([]);
    const without = await world.show('one.html');
    await linesOf(without.page).first().waitFor();
    expect(await without.page.getByRole('link', { name: 'Calibration' }).count()).toBe(0);
  });

  test('is the page, and the data as it packs', () => {
    const html = readFileSync(join(world.project, 'one.html'), 'utf8');
    const data = [...html.matchAll(/<script type="application\/octet-stream"[^>]*>([\s\S]*?)<\/script>/gu)].reduce((sum, [, text = '']) => sum + text.length, 0);
    expect(statSync(join(world.project, 'one.html')).size - data).toBeLessThanOrEqual(MOST_PAGE);
    // Base64 takes a third more than gzip, whose text takes no more than half of the rows.
    expect(data).toBeLessThanOrEqual(statSync(join(world.project, '.assay/runs/one/results.jsonl')).size * (2 / 3));
  });
});

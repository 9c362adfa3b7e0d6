import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAssay } from './support/assay-view.js';
import { browserPresence } from './support/chromium.js';
import { linesOf, ReportWorld, ROWS, shownOn } from './support/report-world.js';

const { absent, note } = browserPresence();

describe.skipIf(absent)(`a report that is opened as a file${note}`, () => {
  const world = new ReportWorld();
  beforeAll(async () => {
    await world.open();
    await world.report('one.html', 'report', 'one');
    await world.report('sliced.html', 'report', 'one', '--by', 'tag:lang', '--by', 'tag');
    await world.report('sliced-both.html', 'compare', 'one', 'two', '--by', 'tag');
    await runAssay(world.project, 'baseline', 'save', 'one');
    await world.report('check.html', 'baseline', 'check', 'two');
  }, 120_000);
  afterAll(() => world.close());

  test('finds a text and a pattern; one that takes for ever ends, and the page goes on', async () => {
    const { page, misdeeds } = await world.show('one.html');
    await linesOf(page).first().waitFor();
    const seek = async (text: string): Promise<void> => {
      await page.keyboard.press('/');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
      await page.keyboard.press('Escape');
    };
    await seek('needle');
    await expect.poll(() => shownOn(page), { timeout: 10_000 }).toBe(1);
    await seek('/the N[e]{2}dle/');
    await expect.poll(() => shownOn(page), { timeout: 10_000 }).toBe(1);
    await seek('/(a+)+$/');
    await expect.poll(() => page.locator('main').innerText(), { timeout: 20_000 }).toContain('takes more than 1 s');
    await seek('needle');
    await expect.poll(() => shownOn(page), { timeout: 10_000 }).toBe(1);
    expect(misdeeds).toEqual([]);
  });

  test('Escape leaves the field of the search, and its text as it is', async () => {
    const { page, misdeeds } = await world.show('one.html');
    const field = page.locator('.search input');
    await field.fill('needle');
    await expect.poll(() => shownOn(page), { timeout: 10_000 }).toBe(1);
    // Nothing is drawn any more that would put the text back.
    await page.waitForTimeout(1000);
    await field.press('Escape');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(false);
    await page.waitForTimeout(200);
    expect(await field.inputValue()).toBe('needle');
    expect(await shownOn(page)).toBe(1);
    expect(misdeeds).toEqual([]);
  });

  test('a search that was given up changes nothing of the one after it', async () => {
    const { page, misdeeds } = await world.show('one.html');
    const field = page.locator('.search input');
    await field.fill('/(a+)+$/');
    await expect.poll(() => page.locator('.search-state').innerText()).toBe('looking …');
    await field.fill('needle');
    await expect.poll(() => shownOn(page), { timeout: 10_000 }).toBe(1);
    // Longer than the pattern may take: what was given up would have said so by now.
    await page.waitForTimeout(2000);
    expect(await shownOn(page)).toBe(1);
    expect(await page.locator('.search-state').innerText()).toBe('');
    expect(misdeeds).toEqual([]);
  });

  test('a key that is held down goes on, though browsers leave out changes of the address that come too often', async () => {
    const { page, misdeeds } = await world.show('one.html', '#/run/one?row=0');
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
    await linesOf(page).first().waitFor();
    expect(misdeeds).toEqual([]);
  });

  test('has a table for each key that it was asked for below the summary, of the run or of the comparison, also where it is narrow', async () => {
    const one = await world.show('sliced.html');
    await linesOf(one.page).first().waitFor();
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
    await expect.poll(() => shownOn(one.page)).toBe(ROWS / 4);
    expect((await rows(one.page, 'By tag'))[1]).toMatch(/^<b>& 500 /u);
    await one.page.setViewportSize({ width: 400, height: 800 });
    expect(await one.page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
    expect((await one.page.locator('.grid').boundingBox())?.height).toBeGreaterThanOrEqual(200);
    expect(one.misdeeds).toEqual([]);

    const both = await world.show('sliced-both.html');
    await told(both.page, 'By tag').waitFor();
    expect(await rows(both.page, 'By tag')).toEqual([
      'tag Cases Score Change (95 %) Worse Same Better',
      expect.stringMatching(/^<b>& 500 1\.00 → 0\.80 −0\.20 \(−0\.2\d to −0\.1\d\) 100 400 0$/u),
      expect.stringMatching(/^lang:de 500 0\.50 → 0\.50 0\.00 \(\S+ to \S+\) 0 500 0$/u),
    ]);
    expect(both.misdeeds).toEqual([]);
    const without = await world.show('one.html');
    await linesOf(without.page).first().waitFor();
    expect(await without.page.locator('.asked').count()).toBe(0);
  });

  test('of a check of baselines it says above the run what the check shows', async () => {
    const { page, misdeeds } = await world.show('check.html');
    await linesOf(page).first().waitFor();
    await expect.poll(() => page.locator('.notice').innerText()).toMatch(/^Failed against baselines\s+▼ worse made 0\.75 → 0\.65, −0\.10 \(/u);
    expect(misdeeds).toEqual([]);
  });
});

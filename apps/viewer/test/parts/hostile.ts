import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { HOSTILE_ROWS, HOSTILE_TEXTS, PLACES } from '../support/hostile-run.js';
import type { PageWorld } from '../support/page-world.js';

const pwned = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(globalThis, '__pwned'));
/** Whatever is foldable is opened, and whatever could be a link is clicked. */
const provoke = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    for (const link of document.querySelectorAll<HTMLElement>('.case .md-link, .case .md-image, .case mark')) link.click();
  });
const HARMFUL = 'main :is(script, img, iframe, object, embed, link, style, meta, base, form, video, svg, a[href^="http"], a[href^="javascript"])';

/** Texts that mean harm. */
export function hostileTests(world: PageWorld): void {
  const rows = Array.from({ length: HOSTILE_ROWS }, (_, index) => index);

  test(`${HOSTILE_TEXTS.length} of them, in all places of runs, rows and labels: nothing is executed, and nothing asked for outside`, async () => {
    const keys = [...new Set(HOSTILE_TEXTS.filter((_, at) => at % PLACES === 4 || at % PLACES === 9))].slice(0, 12);
    const columns = new URLSearchParams([['columns', 'suite,tags,question,scores'], ['layout', 'list'], ['by', 'tag'], ['show', 'chart,judges,usage'], ...keys.map((key): [string, string] => ['meta', key])]);
    const page = await world.show(`#/run/hostile?${columns.toString()}`, '.grid-lines .grid-row');
    await world.press('o');
    await provoke(page);
    expect(await page.locator(HARMFUL).count()).toBe(0);
    // What people note is shown like all else.
    await page.evaluate(
      (notes) => Promise.all(notes.map((note, position) => fetch('api/runs/hostile/labels', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ position, verdict: 'fail', note }) }))),
      HOSTILE_TEXTS.filter((_, at) => at % PLACES === 1),
    );
    for (const row of rows) {
      await page.evaluate((at) => (location.hash = `#/run/hostile?row=${at}`), row);
      await page.locator('.case h2', { hasText: HOSTILE_TEXTS[row * PLACES]?.trim().split('\n')[0] ?? '' }).waitFor();
      await provoke(page);
      await world.press('m', 'm', 'm');
    }
    // What is shown is the text itself, sign by sign.
    const last = (rows.at(-1) ?? 0) * PLACES;
    await expect.poll(() => page.locator('.case h2').textContent()).toBe(HOSTILE_TEXTS[last]);
    expect(await page.getByRole('region', { name: 'File changes' }).locator('pre').textContent()).toBe(`${HOSTILE_TEXTS[last + 6]}\n${HOSTILE_TEXTS[last + 2]}`);
    expect(await page.locator(HARMFUL).count()).toBe(0);
    for (const row of rows) {
      await page.evaluate((at) => (location.hash = `#/compare/hostile/other?only=all&row=${at}`), row);
      await page.locator('.pair h2', { hasText: HOSTILE_TEXTS[row * PLACES]?.trim().split('\n')[0] ?? '' }).waitFor();
      await provoke(page);
    }
    expect(await pwned(page)).toBeUndefined();
    expect(await page.locator(HARMFUL).count()).toBe(0);
    expect(world.takeMisdeeds()).toEqual([]);
  }, 60_000);

  test('as targets, variants and runs of a comparison', async () => {
    const page = await world.show('#/compare/hostile/hostile', '.compare-head');
    const names = () => page.getByLabel('What A is').locator('option').allTextContents();
    await expect.poll(names).toContain(HOSTILE_TEXTS[PLACES - 1]);
    expect(await page.locator(HARMFUL).count()).toBe(0);
    await world.show('#/runs', '.runs tbody tr');
    expect(await pwned(page)).toBeUndefined();
    expect(await page.locator(HARMFUL).count()).toBe(0);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('as an address: shows the list of runs, or says that there is no such run', async () => {
    for (const text of ['#/run/<img src=x onerror=window.__pwned=1>', '#/run/..%2f..%2fetc', '#/%E0%A4%A', '#/run/hostile?row=1e9&sort=__proto__&by=constructor&layout=x&score=a..b&meta=__proto__', '#/compare/hostile/other?a=__proto__&bv=constructor&only=toString']) {
      const page = await world.show(text, '.runs tbody tr, .notice, .grid-lines .grid-row');
      expect(await pwned(page)).toBeUndefined();
    }
    expect(world.takeMisdeeds(/status of 404/u)).toEqual([]);
  });

  test('replies that mean harm are texts, also here', async () => {
    const page = await world.show('#/label/other', '.blinded .message');
    const place = page.locator('.label-progress');
    // Some have a label from where a case is looked at.
    const [, first, all] = (/^(\d+) of (\d+) drawn/u.exec(await place.innerText()) ?? []).map(Number) as [number, number, number];
    expect(all - first).toBeGreaterThan(10);
    for (let number = first; number <= all; number += 1) {
      await expect.poll(() => place.innerText()).toMatch(new RegExp(`^${number} of`, 'u'));
      expect(await page.locator('.blinded :is(script, iframe, object, embed, form, [onerror], [onload], [style])').count()).toBe(0);
      await world.press('s');
    }
    await expect.poll(() => place.innerText()).toMatch(/^All/u);
    await world.show('#/trust/other', '.calibration .told');
    expect(await page.locator('.trust :is(script, iframe, img, object, embed, form, [onerror], [onload], [style])').count()).toBe(0);
    expect(world.takeMisdeeds()).toEqual([]);
  });
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WireRow } from '@assay/schema';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servePage, type ServedPage } from './support/assay-view.js';
import { browserPresence, launchBrowser } from './support/chromium.js';
import { hostileTexts } from './support/hostile-texts.js';
import { wireRow, writeRun } from './support/make-run.js';
import { openPage } from './support/watched-page.js';

const { absent, note } = browserPresence();
/** Places in a row that such a text can stand in. */
const PLACES = 10;
const ROWS = 20;

/** A row with ten texts that mean harm. */
function hostileRow(number: number, texts: readonly string[]): WireRow {
  const [id = '', question = '', reply = '', evaluator = '', hit = '', reason = '', error = '', tool = '', tag = '', model = ''] = texts;
  const judged = { id: model, model: `judge ${model}`, score: 0.5, reflection: reason, reply: reason, error: { code: 'x', message: error, hint: error } };
  return wireRow(number, {
    case_id: id,
    source: `${id}:1:1`,
    suite: tag,
    tags: [tag],
    target: model,
    score: 0.5,
    status: 'partial',
    input: [{ role: 'system', content: question }, { role: 'user', content: question, name: id }],
    expected_outcome: reason,
    reference: hit,
    output: {
      text: `${reply}\n\n${hit}`,
      messages: [{ role: 'assistant', content: reply }],
      tool_calls: [{ tool, input: { [id]: question }, output: reply, duration_ms: 5, id: tool }],
    },
    evaluators: [
      {
        name: evaluator,
        type: model,
        weight: 1,
        score: 0.5,
        verdict: 'fail',
        hits: [hit, `contains ${JSON.stringify(reply)}`],
        misses: [reason],
        reasoning: reason,
        details: { [tag]: hit },
        error: { code: tag, message: error, hint: error },
        evaluators: [{ name: tool, type: tag, weight: 1, score: 0.5, points: [{ text: hit, score: 0.5, weight: 1, path: id, reasoning: reason, citation: reply, judges: [judged] }] }],
        judges: [judged],
        warnings: [error],
      },
    ],
    metrics: [{ name: evaluator, value: 1, unit: tool }],
    warnings: [error],
    error: { code: tag, message: error, hint: hit },
    fingerprints: { target: model },
  });
}

let project = '';
let browser: Browser;
let server: ServedPage;
const texts = hostileTexts(ROWS * PLACES);

beforeAll(async () => {
  if (absent) return;
  project = mkdtempSync(join(tmpdir(), 'assay-hostile-'));
  const rows = Array.from({ length: ROWS }, (_, number) => hostileRow(number, texts.slice(number * PLACES, (number + 1) * PLACES)));
  writeRun(project, 'hostile', rows);
  writeRun(project, 'other', rows.map((row) => ({ ...row, score: 1, output: { text: row.case_id, messages: [], tool_calls: [] } })));
  [server, browser] = await Promise.all([servePage(project), launchBrowser()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  if (project !== '') rmSync(project, { recursive: true, force: true });
});

const pwned = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(globalThis, '__pwned'));
/** Whatever is foldable is opened, and whatever could be a link is clicked. */
const provoke = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    for (const link of document.querySelectorAll<HTMLElement>('.case .md-link, .case .md-image, .case mark')) link.click();
  });

describe.skipIf(absent)(`texts that mean harm${note}`, () => {
  test(`${texts.length} of them in all places of rows: nothing is executed, and nothing asked for outside`, async () => {
    const { page, misdeeds } = await openPage(browser, server.address);
    await page.locator('.runs tbody tr').first().waitFor();
    await page.evaluate(() => (location.hash = '#/run/hostile?by=tag&columns=suite,tags,question,scores&show=chart,judges,usage'));
    await page.locator('.grid-lines .grid-row').first().waitFor();
    await page.keyboard.press('Enter');
    for (let row = 0; row < ROWS; row += 1) {
      await page.evaluate((at) => (location.hash = `#/run/hostile?row=${at}`), row);
      await page.locator('.case h2', { hasText: texts[row * PLACES]?.trim().split('\n')[0] ?? '' }).waitFor();
      await provoke(page);
      await page.keyboard.press('m');
      await page.keyboard.press('m');
      await page.keyboard.press('m');
    }
    // What is shown is the text itself, sign by sign.
    expect(await page.locator('.case h2').textContent()).toBe(texts[(ROWS - 1) * PLACES]);
    await page.evaluate(() => (location.hash = '#/compare/hostile/other?only=all'));
    await page.locator('.grid-lines .grid-row').first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.pair .side').first().waitFor();
    await provoke(page);
    expect(await pwned(page)).toBeUndefined();
    expect(await page.locator('main :is(script, img, iframe, object, embed, link, style, meta, base, form, video, svg, a[href^="http"], a[href^="javascript"])').count()).toBe(0);
    expect(misdeeds).toEqual([]);
    await page.context().close();
  }, 60_000);

  test('an address that means harm shows the list of runs, or says that there is no such run', async () => {
    const { page, misdeeds } = await openPage(browser, server.address);
    for (const text of ['#/run/<img src=x onerror=window.__pwned=1>', '#/run/..%2f..%2fetc', '#/%E0%A4%A', '#/run/hostile?row=1e9&sort=__proto__&by=constructor&layout=x&score=a..b']) {
      await page.goto('about:blank');
      await page.goto(`${server.address}${text}`);
      await page.locator('.runs tbody tr, .notice.error, .grid-lines .grid-row').first().waitFor();
      expect(await pwned(page)).toBeUndefined();
    }
    expect(misdeeds.filter((misdeed) => !misdeed.includes('status of 404'))).toEqual([]);
    await page.context().close();
  }, 60_000);
});

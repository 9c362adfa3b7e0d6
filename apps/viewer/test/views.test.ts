import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAssay, servePage, startAssay, type ServedPage } from './support/assay-view.js';
import { browserPresence, launchBrowser } from './support/chromium.js';
import { openPage } from './support/watched-page.js';

const { absent, note } = browserPresence();
const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));

let project = '';
let browser: Browser;
let server: ServedPage;
/** Ids of the runs, oldest first. */
let runs: readonly string[] = [];

/** Real runs of the examples: a panel of judges, an agent that calls tools, a bot. */
beforeAll(async () => {
  if (absent) return;
  project = mkdtempSync(join(tmpdir(), 'assay-page-'));
  for (const name of ['summary-panel', 'support-agent', 'product-faq', '.assay']) {
    if (existsSync(join(examples, name))) cpSync(join(examples, name), join(project, name), { recursive: true, filter: (path) => !path.includes(`${join('.assay', 'runs')}`) });
  }
  await runAssay(project, 'run', 'summary-panel', 'support-agent', 'product-faq');
  await runAssay(project, 'run', 'support-agent', 'summary-panel', '--repeat', '2');
  runs = readdirSync(join(project, '.assay', 'runs')).toSorted();
  [server, browser] = await Promise.all([servePage(project), launchBrowser()]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  if (project !== '') rmSync(project, { recursive: true, force: true });
});

const text = async (page: Page, selector: string): Promise<string> => (await page.locator(selector).first().innerText()).replaceAll(/\s+/gu, ' ').trim();
const lines = (page: Page) => page.locator('.grid-lines .grid-row');
const caseTitle = (page: Page): Promise<string> => text(page, '.case h2');

describe.skipIf(absent)(`the page on real runs${note}`, () => {
  test('lists the runs, newest first, with outcome, verdicts and cost; two of them can be compared', async () => {
    const { page, misdeeds } = await openPage(browser, server.address);
    await page.locator('.runs tbody tr').nth(1).waitFor();
    expect(runs).toHaveLength(2);
    expect(await page.locator('.run-name a').allInnerTexts()).toEqual(runs.toReversed());
    expect(await text(page, '.runs tbody tr')).toMatch(/✗ failed .*\d+ passed, \d+ failed/u);
    // No price is known of the examples: two charts and a word about the third.
    expect(await page.locator('.trends figure').count()).toBe(3);
    expect(await page.locator('.trends .plot').count()).toBe(2);
    const score = await text(page, '.runs tbody tr:first-child td:nth-of-type(4)');
    expect(score).toMatch(/^0\.\d\d 0\.\d\d–\d\.\d\d$/u);
    await page.keyboard.press('Enter');
    await expect.poll(() => text(page, '.figure:nth-child(2) dd')).toBe(score);
    await page.keyboard.press('r');
    await page.locator('.runs tbody tr').nth(1).waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('c');
    await page.locator('.compare-head').waitFor();
    expect(page.url()).toContain(`#/compare/${runs[0]}/${runs[1]}`);
    expect(misdeeds).toEqual([]);
    await page.context().close();
  });

  test('filters, sorts and groups a run; what is chosen stands in the address', async () => {
    const { page, misdeeds } = await openPage(browser, server.address, `#/run/${runs[0]}`);
    await lines(page).first().waitFor();
    const all = Number((await text(page, '.grid')).length > 0 ? await page.locator('.grid').getAttribute('aria-rowcount') : 0) - 1;
    await page.locator('.chip.fail').click();
    await expect.poll(() => lines(page).count()).toBe(2);
    expect(page.url()).toContain('verdict=fail');
    await page.reload();
    await expect.poll(() => lines(page).count()).toBe(2);
    await page.keyboard.press('0');
    await expect.poll(async () => Number(await page.locator('.grid').getAttribute('aria-rowcount'))).toBe(all + 1);

    await page.keyboard.press('/');
    await page.keyboard.type('/rain ja.ket is in tra/');
    await expect.poll(() => lines(page).count()).toBe(1);
    await page.locator('.search input').fill('/(/');
    await expect.poll(() => text(page, '.search-state')).not.toBe('');
    await page.locator('.search input').fill('');

    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await page.keyboard.press('s');
    await expect.poll(async () => (await lines(page).locator('.score').allInnerTexts())[0]).toBe('0.40');
    await page.keyboard.press('g');
    expect(await page.locator('.slices tbody tr').count()).toBeGreaterThan(1);
    for (const key of ['v', 'J', 'u']) await page.keyboard.press(key);
    await page.locator('.charts .plot canvas').first().waitFor();
    expect(await text(page, '.judges')).toMatch(/judge-north/u);
    expect(await text(page, '.usage')).toMatch(/targets/u);
    expect(misdeeds).toEqual([]);
    await page.context().close();
  });

  test('shows a case with everything: conversation, tools, arithmetic, votes; a verdict is kept in the file of labels', async () => {
    const { page, misdeeds } = await openPage(browser, server.address, `#/run/${runs[0]}`);
    await lines(page).first().waitFor();
    await page.locator('.case-id', { hasText: 'order-status' }).click();
    await page.locator('.case .evaluators').waitFor();
    expect(await caseTitle(page)).toBe('order-status');
    expect(await text(page, '[aria-label="Conversation"]')).toContain('Where is my order A-1002?');
    expect(await text(page, '[aria-label="Tools"]')).toContain('lookup_order {"order_id":"A-1002"}');
    expect(await text(page, '[aria-label="Scores"]')).toContain('looks-up-only');
    expect(await text(page, '[aria-label="Facts"]')).toMatch(/Time \d/u);

    await page.keyboard.press('y');
    await expect.poll(() => text(page, '.said')).toBe('copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('assay run support-agent/support-agent.eval.yaml --id=order-status --target=support-agent');

    await page.keyboard.press('1');
    await expect.poll(() => page.locator('.label-form .chip.fail').getAttribute('aria-pressed')).toBe('true');
    const kept = readFileSync(join(project, '.assay', 'labels', 'support-agent.jsonl'), 'utf8');
    expect(JSON.parse(kept.trim().split('\n').at(-1) ?? '')).toMatchObject({ verdict: 'fail' });

    await page.keyboard.press('Escape');
    await page.locator('.case-id', { hasText: 'meeting-minutes' }).click();
    await expect.poll(() => caseTitle(page)).toBe('meeting-minutes');
    expect(await text(page, '.formula')).toBe('(2×1 + 1×0.4167 + 1×1) / 4 = 0.8542');
    await page.locator('summary.point-head').nth(1).click();
    expect(await text(page, '.votes:visible')).toMatch(/judge-/u);
    expect(misdeeds).toEqual([]);
    await page.context().close();
  });

  test('is used by keys alone: list, run, case, repeats beside each other, and back', async () => {
    const { page, misdeeds } = await openPage(browser, server.address);
    await page.locator('.runs tbody tr').first().waitFor();
    await page.keyboard.press('Enter');
    await lines(page).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('.case h2').waitFor();
    const first = await caseTitle(page);
    const url = page.url();
    await page.keyboard.press('j');
    await expect.poll(() => caseTitle(page)).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(() => caseTitle(page)).toBe(first);
    await page.keyboard.press(']');
    await expect.poll(() => page.url()).not.toBe(url);
    await page.keyboard.press('b');
    await expect.poll(() => page.locator('.beside-replies article').count()).toBe(2);
    await page.keyboard.press('?');
    expect(await text(page, 'dialog')).toContain('look for a text');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.case').count()).toBe(0);
    await page.keyboard.press('r');
    await page.locator('.runs').waitFor();
    expect(misdeeds).toEqual([]);
    await page.context().close();
  });

  test('holds two runs against each other, and shows what differs in replies', async () => {
    const { page, misdeeds } = await openPage(browser, server.address, `#/compare/${runs[0]}/${runs[1]}?only=all`);
    await lines(page).first().waitFor();
    expect(await text(page, '.compare-head')).toMatch(/compared 8 /u);
    await page.keyboard.press('Enter');
    await page.locator('.pair .side').first().waitFor();
    expect(await text(page, '.pair [aria-label="Replies"]')).toMatch(/same|only in/u);
    expect(misdeeds).toEqual([]);
    await page.context().close();
  });

  test('fits on 400 pixels: a case is a view of its own', async () => {
    const { page, misdeeds } = await openPage(browser, server.address, `#/run/${runs[0]}`, { width: 400 });
    await lines(page).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
    await lines(page).first().click();
    await page.locator('.case h2').waitFor();
    expect(await page.locator('.run-list').isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
    await page.keyboard.press('Escape');
    await lines(page).first().waitFor();
    expect(misdeeds).toEqual([]);
    await page.context().close();
  });
});

describe.skipIf(absent)(`the page while things change${note}`, () => {
  test('shows rows of a run as they come, and says when the server has gone', async () => {
    const folder = join(project, 'live');
    mkdirSync(join(folder, '.assay'), { recursive: true });
    const cases = Array.from({ length: 6 }, (_, at) => `  - id: c${at}\n    expected_outcome: x\n    input: hello ${at}\n    evaluators: [{ type: contains, value: hello }]\n`);
    writeFileSync(join(folder, 'live.eval.yaml'), `evalcases:\n${cases.join('')}`);
    // A target that waits for a file: the test says how fast the run goes.
    writeFileSync(join(folder, 'slow.mjs'), "import { existsSync } from 'node:fs';\nconst end = Date.now() + 20000;\nconst wait = () => (process.argv[2].includes('hello 0') || existsSync('go') || Date.now() > end ? console.log('hello') : setTimeout(wait, 20));\nwait();\n");
    writeFileSync(join(folder, '.assay', 'targets.yaml'), 'targets:\n  - name: slow\n    provider: cli\n    command: [node, slow.mjs, "{PROMPT}"]\n    workers: 2\n');
    const run = startAssay(folder, 'run', 'live.eval.yaml', '--target', 'slow');
    run.stdout?.resume();
    run.stderr?.resume();
    const ended = once(run, 'close');
    const own = await servePage(folder);
    const { page } = await openPage(browser, own.address);
    await page.locator('.badge.running').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => lines(page).count(), { timeout: 15_000 }).toBe(1);
    writeFileSync(join(folder, 'go'), '');
    await expect.poll(() => lines(page).count(), { timeout: 15_000 }).toBe(6);
    await page.locator('.badge.pass').waitFor();
    expect(await ended).toEqual([0, null]);
    await own.close();
    await page.keyboard.press('Enter');
    await page.locator('.gone').waitFor();
    await page.context().close();
  }, 60_000);
});

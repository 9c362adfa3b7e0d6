import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fullRow } from '../support/full-row.js';
import { wireRow, writeRun } from '../support/make-run.js';
import { runAssay } from '../support/assay-view.js';
import type { PageWorld } from '../support/page-world.js';

/** How many cells a run has by its rows (a case in a column each), and in how many of them something failed. */
function cellsOf(run: string): { readonly all: number; readonly failed: number } {
  const rows = readFileSync(join(run, 'results.jsonl'), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
  const cells = (some: typeof rows): number =>
    new Set(some.map(({ suite_path: suite, case_id: id, target, variant }) => JSON.stringify([suite, id, target, variant]))).size;
  return { all: cells(rows), failed: cells(rows.filter(({ verdict }) => verdict === 'fail')) };
}

/** Every view on real runs. @param mostCases are opened of each */
export function viewTests(world: PageWorld, mostCases: number): void {
  test('the list of runs: newest first, with outcome, verdicts and a score that the run itself shows too', async () => {
    const page = await world.show('#/runs', '.runs tbody tr:nth-child(4)');
    expect(world.runs).toHaveLength(4);
    expect((await page.locator('.run-name a').allInnerTexts()).slice(0, 4)).toEqual(world.runs.toReversed());
    await expect.poll(() => world.text('.runs tbody tr')).toMatch(/✗ failed .*\d+ passed, \d+ failed/u);
    await expect.poll(() => page.locator('.trends figure').count()).toBe(3);
    const score = await world.text('.runs tbody tr:first-child td:nth-of-type(4)');
    expect(score).toMatch(/^0\.\d\d 0\.\d\d–\d\.\d\d$/u);
    await world.press('Enter');
    await expect.poll(() => world.text('.figure:nth-child(2) dd')).toBe(score);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('a run that was removed says so, and not that it had no replies', async () => {
    writeRun(world.project, 'removed', [fullRow(0)]);
    await world.show('#/run/removed', '.grid-lines .grid-row');
    rmSync(join(world.project, '.assay/runs/removed'), { recursive: true });
    await world.show('#/run/removed', '.notice.error');
    await expect.poll(() => world.text('.notice.error')).toContain('removed');
    // The browser itself tells of an answer that is an error.
    world.takeMisdeeds();
  });

  test('a run and its cases say what rechecks came to', async () => {
    const place = { suite: 'made', suite_path: 'made.yaml', target: 'model', variant: '', case_id: 'case-1' };
    const list = [{ ...place, reason: 'flips' as const, passed: 0, scored: 1, passed_in_all: 3, scored_in_all: 6, flaky: true }];
    writeRun(world.project, 'rechecked', [wireRow(0), wireRow(1, { score: 0 })], { rechecks: { most: 5, cases: 1, planned: 5, done: 5, flaky_count: 1, list } });
    const page = await world.show('#/run/rechecked', '.grid-lines .grid-row');
    await expect.poll(() => world.text('.story')).toContain('1 case asked 5 times more, 1 of them flaky');
    await page.locator('.grid-row .case-id', { hasText: 'case-1' }).click();
    await expect.poll(() => world.text('.case .rechecked')).toBe('0/1, 3/6 with rechecks: flaky');
    await page.locator('.grid-row .case-id', { hasText: 'case-0' }).click();
    await expect.poll(() => world.text('.case h2')).toBe('case-0');
    expect(await page.locator('.rechecked').count()).toBe(0);
    rmSync(join(world.project, '.assay/runs/rechecked'), { recursive: true });
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('a run with repeats says pass@k and pass^k, and repeats of a case make no share surer, in the list of runs either', async () => {
    const cases = Array.from({ length: 10 }, (_, at) => `  - { id: c${at}, expected_outcome: x, input: ${at < 8 ? 'right' : 'wrong'}, assertions: [{ type: contains, value: right }] }\n`);
    writeFileSync(join(world.project, 'tries.eval.yaml'), `evalcases:\n${cases.join('')}`);
    expect(await runAssay(world.project, 'run', 'tries.eval.yaml', '--target', 'mock', '--repeat', '3', '--out', '.assay/runs/tries')).toBe(1);
    const page = await world.show('#/run/tries', '.grid-lines .grid-row');
    await expect.poll(() => world.text('.story')).toContain('pass@3 0.80 (44–98 %), pass^3 0.80 (44–98 %)');
    await expect.poll(() => world.text('.run-head .figures')).toMatch(/score 0\.80 0\.44–0\.98 passed 80 % 44–98 %/u);
    await world.show('#/runs', '.runs tbody tr');
    const line = page.locator('.runs tbody tr', { has: page.locator('a:text-is("tries")') });
    await expect.poll(() => line.locator('[data-name=passed]').textContent()).toBe('80 % 44–98 %');
    rmSync(join(world.project, '.assay/runs/tries'), { recursive: true });
    expect(world.takeMisdeeds()).toEqual([]);
  }, 60_000);

  test('a run is filtered, sorted and grouped; what is chosen stands in the address', async () => {
    const page = await world.show(`#/run/${world.runs[0]}`, '.grid-row');
    const { all, failed } = cellsOf(join(world.project, '.assay/runs', world.runs[0] ?? ''));
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThan(all);
    // Rows come a part at a time.
    await expect.poll(() => world.lineCount()).toBe(all);
    await page.locator('.chip.fail').click();
    await expect.poll(() => world.lineCount()).toBe(failed);
    await expect.poll(() => page.url()).toContain('verdict=fail');
    await page.reload();
    await expect.poll(() => world.lineCount()).toBe(failed);
    await world.press('0');
    await expect.poll(() => world.lineCount()).toBe(all);

    await world.press('/');
    await page.keyboard.type('/rain ja.ket is in tra/');
    await expect.poll(() => world.lines().count()).toBe(1);
    await page.locator('.search input').fill('/(/');
    await expect.poll(() => world.text('.search-state')).not.toBe('');
    await page.locator('.search input').fill('');

    await world.press('Escape', 's', 's');
    await expect.poll(async () => (await world.lines().locator('.score').allInnerTexts())[0]).toBe('0.00');
    await world.press('g');
    await expect.poll(() => page.locator('.slices tbody tr').count()).toBeGreaterThan(1);
    await expect.poll(() => world.text('.slices tbody td:nth-of-type(2)')).toMatch(/^\d\.\d\d \d\.\d\d–\d\.\d\d$/u);
    await world.press('v', 'J', 'u');
    await page.locator('.charts .plot canvas').first().waitFor();
    await expect.poll(() => world.text('.judges')).toMatch(/^Agreement: alpha −?\d\.\d\d .*on \d+ questions that several scored .*judge-north .*Where they disagree most/u);
    await expect.poll(() => world.text('.judges tbody td:nth-of-type(6)')).toMatch(/^\d\.\d\d \d\.\d\d–\d\.\d\d$/u);
    await expect.poll(() => world.text('.judges tbody td:nth-of-type(7)')).toMatch(/^[+−]?\d\.\d\d [+−]?\d\.\d\d to [+−]?\d\.\d\d$/u);
    await expect.poll(() => world.text('.usage tbody tr')).toMatch(/^targets [\d,]+ [\d,]+ [\d,]+ /u);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('what labels come to stands in a panel, and rows are put together and filtered by variables', async () => {
    const page = await world.show(`#/run/${world.runs[2]}`, '.grid-lines .grid-row');
    await page.getByRole('button', { name: 'Labels' }).click();
    await expect.poll(() => world.text('.labels')).toMatch(/^tone on .* accuracy [01]\.\d\d \d\.\d\d–\d\.\d\d of 3, macro F1 [01]\.\d\d \d\.\d\d–\d\.\d\d.* micro F1 [01]\.\d\d \d\.\d\d–\d\.\d\d Label true said precision recall F1 .* true \\ said negative .* Confidences: ECE \d\.\d\d over 3/u);
    await page.getByLabel('Group').selectOption({ label: 'by var:region' });
    await expect.poll(() => page.locator('.slices tbody th').allInnerTexts()).toEqual(expect.arrayContaining(['eu', 'us']));
    await page.getByRole('button', { name: 'us', exact: true }).click();
    await expect.poll(() => world.lineCount()).toBe(1);
    await page.reload();
    await expect.poll(() => world.lineCount()).toBe(1);
    await page.getByRole('button', { name: 'var:region: us' }).click();
    await expect.poll(() => world.lineCount()).toBe(3);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('every run of the demo: all panels, its cases, their replies beside each other, its targets against each other', async () => {
    for (const id of world.runs) {
      const page = await world.show(`#/run/${id}`, '.grid-lines .grid-row');
      const count = Math.min(mostCases, await world.lineCount());
      await world.press('o', 'v', 'J', 'L', 'u', 'g', 'g');
      await page.locator('.slices tbody tr').first().waitFor();
      await page.locator('.charts .plot canvas').first().waitFor();
      await world.press('v', 'J', 'L', 'u', 'Home', 'Enter');
      const seen = new Set<string>();
      for (let at = 0; at < count; at += 1) {
        await page.locator('.case .facts-list').waitFor();
        seen.add((await page.locator('.case').getAttribute('id')) ?? '');
        await world.press('b', 'm', 'm', 'm');
        await page.locator('.case .part').first().waitFor();
        await world.press('b', 'j');
      }
      expect(seen.size, id).toBe(count);
      await world.show(`#/compare/${id}/${id}?only=all`, '.compare-head');
      await expect.poll(() => page.locator('.grid-lines .grid-row, .notice').count()).toBeGreaterThan(0);
    }
    expect(world.takeMisdeeds()).toEqual([]);
  }, 60_000);

  test('columns are chosen: tags, metadata, requests', async () => {
    const page = await world.show('#/run/one?layout=list', '.grid-lines .grid-row');
    await world.press('o');
    for (const name of ['tags', 'requests', 'lang']) await page.getByLabel(name, { exact: true }).check();
    await expect.poll(() => page.locator('.grid-head .cell').allInnerTexts()).toEqual(['Case', 'Score and reply', 'Tags', 'Time ', 'Cost ', 'Requests', 'lang'].map((title) => expect.stringContaining(title.trim())));
    await expect.poll(() => world.text('.grid-lines .grid-row:nth-child(3)')).toMatch(/easy long 800 ms \$0\.0300 3 de$/u);
    await expect.poll(() => page.url()).toContain('meta=lang');
    await page.getByLabel('retried', { exact: true }).check();
    await expect.poll(() => world.lines().count()).toBe(1);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('a case: conversation, tools, arithmetic, votes, marks; a verdict is kept in the file of labels', async () => {
    const page = await world.show(`#/run/${world.runs[0]}?q=order-status`, '.grid-lines .grid-row');
    await page.locator('.case-id', { hasText: 'order-status' }).click();
    await page.locator('.case .evaluators').waitFor();
    await expect.poll(() => world.text('[aria-label="Conversation"]')).toContain('Where is my order A-1002?');
    await expect.poll(() => world.text('[aria-label="Tools"]')).toContain('lookup_order {"order_id":"A-1002"}');
    await expect.poll(() => world.text('[aria-label="Scores"]')).toContain('looks-up-only');
    await expect.poll(() => world.text('[aria-label="Facts"]')).toMatch(/Time \d/u);

    await world.press('1');
    await expect.poll(() => page.locator('.label-form .chip.fail').getAttribute('aria-pressed')).toBe('true');
    const kept = readFileSync(join(world.project, '.assay', 'labels', 'support-agent.jsonl'), 'utf8');
    expect(JSON.parse(kept.trim().split('\n').at(-1) ?? '')).toMatchObject({ verdict: 'fail' });

    await world.show(`#/run/${world.runs[0]}?q=meeting-minutes`, '.grid-lines .grid-row');
    await page.locator('.case-id', { hasText: 'meeting-minutes' }).click();
    await expect.poll(() => world.text('.case h2')).toBe('meeting-minutes');
    await expect.poll(() => world.text('.formula')).toBe('(2×1 + 1×0.4167 + 1×1) / 4 = 0.8542');
    await page.locator('summary.point-head').nth(1).click();
    await expect.poll(() => world.text('.votes:visible')).toMatch(/judge-/u);

    await world.show('#/run/one?row=4', '.case mark');
    await expect.poll(() => page.locator('.case mark').allInnerTexts()).toEqual(['Title', 'text']);
    await expect.poll(() => page.locator('.case mark').evaluateAll((marks) => marks.map(({ className }) => className))).toEqual(['hit', 'miss']);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('two runs are compared, or two targets of one: figures with intervals, replies word by word', async () => {
    const page = await world.show(`#/compare/${world.runs[0]}/${world.runs[3]}?only=all`, '.grid-lines .grid-row');
    await expect.poll(() => world.text('.compare-head')).toMatch(/compared 8 /u);
    await world.show('#/compare/one/two', '.grid-lines .grid-row');
    await expect.poll(() => world.text('.compare-head .figures')).toMatch(/compared 8 difference \+0\.\d\d −0\.\d\d to \+\d\.\d\d n=4 worse 2 better 4 unscored 2 score A 0\.57 \d\.\d\d–\d\.\d\d n=4 score B 0\.90/u);
    // What the command says of the suite on its targets.
    await page.locator('.changes li').first().waitFor();
    await expect.poll(() => world.text('.changes')).toMatch(/(?:better|not shown to be worse) made on model-\d \d\.\d\d → \d\.\d\d, [−+]\d\.\d\d \([−+]\d\.\d\d to \+\d\.\d\d\) p = .* A reply takes: cost/u);
    // What got worse comes first.
    await expect.poll(() => world.text('.grid-lines .difference')).toBe('▼ −0.10');
    await world.press('Enter');
    await page.locator('.pair pre ins').waitFor();
    await expect.poll(() => world.text('.pair .diff')).toContain('Better.');

    await world.show('#/compare/one/one', '.grid-lines .grid-row');
    await expect.poll(() => world.text('.compare-head .figures')).toMatch(/compared 4 difference \+0\.70 [−+]\d\.\d\d to \+\d\.\d\d worse 0 better 2 unscored 2 score A 0\.00 .*score B 0\.70/u);
    await expect.poll(() => world.text('.changes')).toMatch(/made 0\.00 → 0\.70, \+0\.70 \(/u);
    await page.getByLabel('What A is').selectOption({ label: 'model-1' });
    await expect.poll(() => world.text('.changes')).toMatch(/worse made 0\.70 → 0\.00, −0\.70 \(/u);
    await expect.poll(() => world.text('.grid-head')).toMatch(/A model-1 B model-0/u);
    await expect.poll(() => page.url()).toContain('a=model-1');

    await world.show(`#/compare/${world.runs[2]}/${world.runs[2]}?only=all`, '.changes li');
    await expect.poll(() => world.text('.grid-head')).toMatch(/A sentiment · prompt:prompt-1 B sentiment · prompt:prompt-2/u);
    await expect.poll(() => world.text('.changes')).toMatch(/^\? not shown to be worse tone \d\.\d\d → \d\.\d\d, .* p = 1\.00; all were at 0 before, and could not score less/u);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('fits on 400 pixels: a case is a view of its own', async () => {
    const page = await world.show(`#/run/${world.runs[0]}`, '.grid-lines .grid-row', { width: 400 });
    const widest = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await widest()).toBe(400);
    await world.lines().first().click();
    await page.locator('.case h2').waitFor();
    expect(await page.locator('.run-list').isVisible()).toBe(false);
    expect(await widest()).toBe(400);
    await world.press('Escape');
    await world.lines().first().waitFor();
    await world.show('#/compare/one/two', '.grid-lines .grid-row', { width: 400 });
    expect(await widest()).toBe(400);
    const heights = await world.lines().first().evaluate((line) => [line.scrollHeight, line.clientHeight]);
    expect(heights[0]).toBeLessThanOrEqual(heights[1] ?? 0);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('is printed with all lines, on white paper', async () => {
    const page = await world.show('#/run/hostile?layout=list', '.grid-lines .grid-row', { dark: true });
    await page.setViewportSize({ width: 1280, height: 400 });
    await expect.poll(() => world.lines().count()).toBeLessThan(20);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await world.lines().count()).toBe(20);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(252, 252, 251)');
    expect(await page.locator('.filters').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect.poll(() => world.lines().count()).toBeLessThan(20);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('says what is wrong with an address, and leads out', async () => {
    const page = await world.show('#/run/nobody', '.notice.error');
    await expect.poll(() => world.text('.notice.error')).toMatch(/^There is no run "nobody"/u);
    await page.getByRole('link', { name: 'All runs' }).click();
    await page.locator('.runs tbody tr').first().waitFor();
    expect(world.takeMisdeeds(/status of 404/u)).toEqual([]);
  });
}

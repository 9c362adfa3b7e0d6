import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PageWorld } from '../support/page-world.js';

/** How many cells a run has by its rows (a case in a column each), in how many of them something failed, and what the lowest score is. */
function cellsOf(run: string): { readonly all: number; readonly failed: number; readonly lowest: number } {
  const rows = readFileSync(join(run, 'results.jsonl'), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
  const cells = (some: typeof rows): number =>
    new Set(some.map(({ suite_path: suite, case_id: id, target, variant }) => JSON.stringify([suite, id, target, variant]))).size;
  const scores = rows.flatMap(({ score }) => (typeof score === 'number' ? [score] : []));
  return { all: cells(rows), failed: cells(rows.filter(({ verdict }) => verdict === 'fail')), lowest: Math.min(...scores) };
}

/** How many are opened one after the other, with all that they show. */
interface Extent {
  readonly runs: number;
  /** Of each of the runs. */
  readonly cases: number;
}

/** Every view on real runs. */
export function viewTests(world: PageWorld, opened: Extent): void {
  test('the list of runs: newest first, with outcome, verdicts and a score that the run itself shows too', async () => {
    const page = await world.show('#/runs', '.runs tbody tr:nth-child(4)');
    expect((await page.locator('.run-name a').allInnerTexts()).slice(0, world.runs.length)).toEqual(world.runs.toReversed());
    await expect.poll(() => world.text('.runs tbody tr')).toMatch(/✗ failed .*\d+ passed, \d+ failed/u);
    await expect.poll(() => page.locator('.trends figure').count()).toBe(3);
    const score = await world.text('.runs tbody tr:first-child td:nth-of-type(4)');
    expect(score).toMatch(/^0\.\d\d 0\.\d\d–\d\.\d\d$/u);
    await world.press('Enter');
    await expect.poll(() => world.text('.figure:nth-child(2) dd')).toBe(score);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('a run is filtered, sorted and grouped; what is chosen stands in the address', async () => {
    const page = await world.show(`#/run/${world.examples}`, '.grid-row');
    const { all, failed, lowest } = cellsOf(join(world.project, '.assay/runs', world.examples));
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
    await expect.poll(async () => (await world.lines().locator('.score').allInnerTexts())[0]).toBe(lowest.toFixed(2));
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
    const page = await world.show(`#/run/${world.tones}`, '.grid-lines .grid-row');
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
    for (const id of world.runs.slice(0, opened.runs)) {
      const page = await world.show(`#/run/${id}`, '.grid-lines .grid-row');
      const count = Math.min(opened.cases, await world.lineCount());
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

  test('a list of tasks in a reply has one box each, and not the brackets beside it', async () => {
    const page = await world.show('#/run/one?row=1', '.case .md');
    const items = await page.locator('.case .md li').allInnerTexts();
    expect(items.map((item) => item.replaceAll(/\s+/gu, ' ').trim())).toEqual(['☑ done', '☐ open', '☑ in a paragraph', 'none']);
    expect(world.takeMisdeeds()).toEqual([]);
  });

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

  test('where the address asks for a text no other row is shown, also while the run is read, and what was found stays', async () => {
    await world.show('#/runs', '.runs tbody tr');
    // How often the rows that are shown are others than before.
    await world.page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        const ids = [...document.querySelectorAll('.grid-lines .case-id')].map(({ textContent }) => textContent).join(' ');
        if (location.hash.includes('q=') && ids !== seen.at(-1)) seen.push(ids);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await world.show(`#/run/${world.examples}?q=order-status`, '.grid-lines .grid-row');
    await expect.poll(() => world.text('.search-state')).toBe('');
    const seen = await world.page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    expect(seen.filter((ids) => ids !== '')).toEqual(['order-status']);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('a case: conversation, tools, arithmetic, votes, marks; a verdict is kept in the file of labels', async () => {
    const page = await world.show(`#/run/${world.examples}?q=order-status`, '.grid-lines .grid-row');
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

    await world.show(`#/run/${world.examples}?q=meeting-minutes`, '.grid-lines .grid-row');
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
    const page = await world.show(`#/compare/${world.examples}/${world.repeated}?only=all`, '.grid-lines .grid-row');
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

    await world.show(`#/compare/${world.tones}/${world.tones}?only=all`, '.changes li');
    await expect.poll(() => world.text('.grid-head')).toMatch(/A sentiment · prompt:prompt-1 B sentiment · prompt:prompt-2/u);
    await expect.poll(() => world.text('.changes')).toMatch(/^\? not shown to be worse tone \d\.\d\d → \d\.\d\d, .* p = 1\.00; all were at 0 before, and could not score less/u);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('fits on 400 pixels: a case is a view of its own', async () => {
    const page = await world.show(`#/run/${world.examples}`, '.grid-lines .grid-row', { width: 400 });
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
}

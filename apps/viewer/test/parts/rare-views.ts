import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAssay } from '../support/assay-view.js';
import { fullRow } from '../support/full-row.js';
import { wireRow, writeRun } from '../support/make-run.js';
import type { PageWorld } from '../support/page-world.js';

/** What is seen of few runs, or by few who look at them. */
export function rareViewTests(world: PageWorld): void {
  test('a run that was removed says so, and not that it had no replies', async () => {
    writeRun(world.project, 'removed', [fullRow(0)]);
    await world.show('#/run/removed', '.grid-lines .grid-row');
    rmSync(join(world.project, '.assay/runs/removed'), { recursive: true });
    await world.show('#/run/removed', '.notice.error');
    await expect.poll(() => world.text('.notice.error')).toContain('removed');
    // The browser itself tells of an answer that is an error.
    world.takeMisdeeds();
  });

  test('what is one is told as one', async () => {
    writeRun(world.project, 'lone', [wireRow(0)], { skipped_cases: 1, complete: false, planned_trials: 1, waiting_trials: 1 });
    await world.show('#/run/lone', '.grid-lines .grid-row');
    await expect.poll(() => world.text('.story')).toMatch(/ · 1 of 1 trial · 1 waits for batches: --resume collects them · 1 case left out/u);
    await world.remove('lone');
    expect(world.takeMisdeeds()).toEqual([]);
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
    await world.remove('rechecked');
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
    await world.remove('tries');
    expect(world.takeMisdeeds()).toEqual([]);
  }, 60_000);

  test.each([400, 700])('in a window of %i pixels every column has its name, every cell its score, and no figure is cut off', async (width) => {
    const targets = ['8b', '70b', '405b'].map((size) => `openrouter-meta-llama-llama-3.1-${size}-instruct-with-a-prompt`);
    const rows = targets.flatMap((target, of) => Array.from({ length: 14 }, (_, at) => wireRow(of * 14 + at, { case_id: 'one', target, repeat: at + 1, score: at % 2, latency_ms: 12_345, cost_usd: 123.4567 })));
    writeRun(world.project, 'crowded', [...rows, ...targets.map((target, of) => wireRow(50 + of, { case_id: 'two', target, latency_ms: 12_345, cost_usd: 123.4567 }))]);
    const page = await world.show('#/run/crowded', '.grid-lines .grid-row', { width });
    await expect.poll(() => world.lineCount()).toBe(2);
    expect(await page.locator('.grid-head .column-name').evaluateAll((names) => names.map((name) => [name.textContent, name.checkVisibility() && name.scrollHeight <= name.clientHeight]))).toEqual(targets.map((target) => [target, true]));
    // What has no room stands below its line, where nothing of it is seen.
    const figures = await page.locator('.reply-cell .cell-head').evaluateAll((heads) =>
      heads.map((head) => {
        const room = head.getBoundingClientRect();
        const places = [...head.querySelectorAll('.score, .meta')].map((figure) => ({ text: figure.textContent, place: figure.getBoundingClientRect() })).filter(({ place }) => place.top < room.bottom);
        return { seen: places.find(({ text }) => /^\d\.\d\d$/u.test(text ?? ''))?.text, whole: places.every(({ place }) => place.left >= room.left && place.right <= room.right + 0.5) };
      }),
    );
    expect(figures).toEqual([...targets.map(() => ({ seen: '0.50', whole: true })), ...targets.map(() => ({ seen: '1.00', whole: true }))]);
    // Lines that begin further to the right have a head over them too.
    expect(await page.locator('.grid').evaluate((grid) => grid.querySelector('.grid-head')?.getBoundingClientRect().width)).toBeGreaterThanOrEqual(await page.locator('.grid').evaluate((grid) => grid.scrollWidth) - 1);
    // Nor are the names of the other replies, where one is open.
    await world.show('#/run/crowded?row=42', '.case .siblings', { width });
    expect(await page.locator('.siblings').evaluate((others) => [...others.querySelectorAll('.number')].filter((score) => score.getBoundingClientRect().right > others.getBoundingClientRect().right).length)).toBe(0);
    await world.remove('crowded');
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('of more replies to a case than there are buttons for, the one that is open is among those that are there', async () => {
    const rows = ['first', 'second'].flatMap((target, of) => Array.from({ length: 50 }, (_, at) => wireRow(of * 50 + at, { case_id: 'often', target, repeat: at + 1 })));
    writeRun(world.project, 'often', rows);
    const page = await world.show('#/run/often?row=94', '.case .siblings');
    const open = (): Promise<string> => world.text('.siblings [aria-pressed="true"]');
    await expect.poll(open).toContain('second #45');
    expect(await world.text('.siblings .hint')).toBe('40 more');
    await world.press(']');
    await expect.poll(open).toContain('second #46');
    await world.press('[', '[');
    await expect.poll(open).toContain('second #44');
    await world.press('b');
    await expect.poll(() => page.locator('.beside-replies h3').allInnerTexts()).toContainEqual(expect.stringContaining('second #44'));
    expect(await world.text('.beside-replies .hint')).toBe('88 more');
    await world.remove('often');
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

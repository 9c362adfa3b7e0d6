import { expect, test } from 'vitest';
import { KEY_LIST } from '../../src/keyboard/key-list.js';
import { wireRow, writeRun } from '../support/make-run.js';
import type { PageWorld } from '../support/page-world.js';

/** What a key changes, and where it does. */
interface Deed {
  /** As the list of keys names it; several keys in their order. */
  readonly keys: string;
  readonly hash: string;
  readonly ready: string;
  /** Pressed before. */
  readonly before?: readonly string[];
  /** What is looked at after each press: in the page, or of its address. */
  readonly seen: string | ((world: PageWorld) => Promise<unknown>);
  readonly becomes: readonly unknown[];
}

const NAMES: Readonly<Record<string, string>> = { '↓': 'ArrowDown', '↑': 'ArrowUp', '←': 'ArrowLeft', '→': 'ArrowRight', Esc: 'Escape', PgUp: 'PageUp', PgDn: 'PageDown' };
const RUN = { hash: '#/run/one', ready: '.grid-lines .grid-row' };
const CASE = { hash: '#/run/one?row=2', ready: '.case .facts-list' };
const LABELLING = { hash: '#/label/unlabelled', ready: '.blinded .message' };
const RUNS = { hash: '#/runs', ready: '.runs tbody tr:nth-child(3)' };

const cursor = (world: PageWorld) => world.page.locator('.grid').getAttribute('aria-activedescendant');
const address = (world: PageWorld): Promise<string> => Promise.resolve(new URL(world.page.url()).hash);
const param = (name: string) => async (world: PageWorld) => new URLSearchParams((await address(world)).split('?')[1] ?? '').get(name);
const focused = (world: PageWorld) => world.page.evaluate(() => document.activeElement?.closest('tr, .search, .label-form')?.id ?? document.activeElement?.className ?? '');
const opened = (selector: string) => (world: PageWorld) => world.page.locator(selector).count();
const heard = async (world: PageWorld) => (await world.text('.label-progress')).replace(/ drawn.*/u, '');
const row = (world: PageWorld) => world.text('.case h2').then(async (title) => [title, await param('row')(world)]);

const DEEDS: readonly Deed[] = [
  { keys: '?', ...RUN, seen: opened('dialog[open]'), becomes: [1] },
  { keys: 'Esc', ...RUN, before: ['?'], seen: opened('dialog[open]'), becomes: [0] },
  { keys: 't', ...RUN, seen: (world) => world.page.evaluate(() => document.documentElement.dataset['theme'] ?? 'system'), becomes: ['light', 'dark', 'system'] },
  { keys: 'r', ...RUN, seen: address, becomes: ['#/runs'] },
  { keys: 'j  ↓', ...RUN, seen: cursor, becomes: ['cell-1-0', 'cell-2-0'] },
  { keys: 'k  ↑', ...RUN, before: ['End'], seen: cursor, becomes: ['cell-2-0', 'cell-1-0'] },
  { keys: 'l  →', ...RUN, seen: cursor, becomes: ['cell-0-1', 'cell-0-1'] },
  { keys: 'h  ←', ...RUN, before: ['l'], seen: cursor, becomes: ['cell-0-0', 'cell-0-0'] },
  { keys: 'Home  End', ...RUN, before: ['j'], seen: cursor, becomes: ['cell-0-0', 'cell-3-0'] },
  { keys: 'PgUp  PgDn', ...RUN, before: ['j'], seen: cursor, becomes: ['cell-0-0', 'cell-3-0'] },
  { keys: 'Enter', ...RUN, seen: param('row'), becomes: ['0'] },
  { keys: 'x', ...RUNS, seen: opened('.runs tbody .chosen'), becomes: [1] },
  { keys: 'c', ...RUN, seen: address, becomes: ['#/compare/one/one'] },
  { keys: '/', ...RUN, seen: focused, becomes: [''] },
  { keys: 'f', ...RUN, seen: param('verdict'), becomes: ['fail', null] },
  { keys: 'd', ...RUN, seen: param('only'), becomes: ['differs', null] },
  { keys: 'e', ...RUN, seen: param('only'), becomes: ['errors', null] },
  { keys: 's', ...RUN, seen: param('sort'), becomes: ['id', 'score'] },
  { keys: 'S', ...RUN, seen: param('sort'), becomes: ['-file', null] },
  { keys: 'g', ...RUN, seen: param('by'), becomes: ['tag', 'suite'] },
  { keys: 'o', ...RUN, seen: opened('#more-filters'), becomes: [1, 0] },
  { keys: 'v', ...RUN, seen: opened('.charts'), becomes: [1, 0] },
  { keys: 'J', ...RUN, seen: opened('.judges'), becomes: [1, 0] },
  { keys: 'L', ...RUN, seen: opened('.panels'), becomes: [1, 0] },
  { keys: 'u', ...RUN, seen: opened('.usage'), becomes: [1, 0] },
  { keys: '0', hash: '#/run/one?verdict=fail&tag=easy', ready: '.grid-lines .grid-row', seen: address, becomes: ['#/run/one'] },
  { keys: 'j  k', ...CASE, seen: row, becomes: [['case-2', '4'], ['case-1', '2']] },
  { keys: '[  ]', hash: '#/run/one?row=3', ready: '.case .facts-list', seen: row, becomes: [['case-1', '2'], ['case-1', '3']] },
  { keys: 'b', ...CASE, seen: opened('.beside-replies'), becomes: [1, 0] },
  { keys: 'm', ...CASE, seen: (world) => world.text('.case [aria-label="How the reply is shown"] [aria-pressed="true"]'), becomes: ['Raw', 'Against expected', 'Rendered'] },
  { keys: 'y', ...CASE, seen: async (world) => [await world.text('.said'), await world.page.evaluate(() => navigator.clipboard.readText())], becomes: [['copied', 'assay run made.yaml --id=case-1 --target=model-0']] },
  { keys: '1  2  3', ...CASE, seen: (world) => world.text('.label-form [aria-pressed="true"]'), becomes: ['✗ failed', '~ borderline', '✓ passed'] },
  { keys: 'n', ...CASE, seen: (world) => world.page.evaluate(() => document.activeElement?.getAttribute('aria-label')), becomes: ['Your note'] },
  { keys: 'C', ...RUN, seen: address, becomes: ['#/trust/one'] },
  { keys: 'P', ...RUN, seen: address, becomes: ['#/label/one'] },
  { keys: 's', ...LABELLING, seen: heard, becomes: ['2 of 12'] },
  { keys: 'p  b  f', ...LABELLING, seen: heard, becomes: ['3 of 12', '4 of 12', '5 of 12'] },
  { keys: 'u', ...LABELLING, before: ['s'], seen: heard, becomes: ['5 of 12'] },
  { keys: 'n', ...LABELLING, seen: (world) => world.page.evaluate(() => document.activeElement?.getAttribute('aria-label')), becomes: ['Your note'] },
  { keys: '1  2  3  4  5', ...LABELLING, seen: heard, becomes: ['6 of 12', '7 of 12', '8 of 12', '9 of 12', '10 of 12'] },
  { keys: 'q', ...LABELLING, seen: address, becomes: ['#/trust/unlabelled'] },
];

/** Opens an editor, which a machine for tests has none of: its route is tested where it is. */
const ELSEWHERE = ['E'];

export function keyboardTests(world: PageWorld): void {
  test('every key that ? lists does what it says', async () => {
    expect(DEEDS.map(({ keys }) => keys).concat(ELSEWHERE).toSorted()).toEqual(KEY_LIST.flatMap(({ keys }) => keys.map(([key]) => key)).toSorted());
    for (const { keys, hash, ready, before = [], seen, becomes } of DEEDS) {
      await world.show(hash, ready);
      await world.press(...before);
      const listed = keys.split('  ');
      for (const [at, expected] of becomes.entries()) {
        const key = listed[at % listed.length] ?? '';
        await world.press(NAMES[key] ?? key);
        await world.drawn();
        const look = typeof seen === 'string' ? () => world.text(seen) : () => seen(world);
        await expect.poll(look, { message: `${key} on ${hash}` }).toEqual(expected);
      }
      await world.press('Escape', 'Escape');
    }
    expect(world.takeMisdeeds()).toEqual([]);
  }, 60_000);

  test('a line that keys lead to is seen as a whole', async () => {
    writeRun(world.project, 'lines', Array.from({ length: 40 }, (_, number) => wireRow(number)));
    // What stands above a table takes its room before: a comparison is told when the server has made it.
    for (const [hash, ready] of [['#/run/lines', '.grid-lines .grid-row'], ['#/run/lines?row=30', '.case .facts-list'], ['#/compare/lines/lines?only=all', '.changes li']] as const) {
      const page = await world.show(hash, ready);
      await expect.poll(() => world.lineCount()).toBe(40);
      await world.press('Escape', ...Array.from({ length: 15 }, () => 'j'), 'k');
      await world.drawn();
      const [head, line, grid] = await Promise.all(['.grid-head', '.grid-lines .grid-row.current', '.grid'].map((place) => page.locator(place).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)));
      expect.soft(line?.bottom, hash).toBeLessThanOrEqual((grid?.bottom ?? 0) + 1);
      expect.soft(line?.top, hash).toBeGreaterThanOrEqual((head?.bottom ?? 0) - 1);
    }
    await world.remove('lines');
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('when a case is closed the table has the focus again, on the line of the case, also where it takes the place of the table', async () => {
    const focus = () => world.page.evaluate(() => [document.activeElement?.className.split(' ')[0], document.activeElement?.getAttribute('aria-activedescendant')]);
    for (const width of [1280, 400]) {
      for (const [hash, ready, line] of [['#/run/one', '.grid-lines .grid-row', 'cell-1-0'], ['#/compare/one/two?only=all', '.changes li', 'pair-1']] as const) {
        const page = await world.show(hash, ready, { width });
        for (const close of [() => world.press('Escape'), () => world.press('Enter'), () => page.goBack()]) {
          await world.press('Home', 'j', 'Enter');
          // Else there may be no step to go back yet.
          await page.waitForURL(/row=/u);
          await page.getByRole('button', { name: 'Close the case' }).focus();
          await close();
          await page.locator('.case').waitFor({ state: 'detached' });
          await page.waitForURL((to) => !to.hash.includes('row='));
          await expect.poll(focus, { message: `${hash} at ${width}` }).toEqual(['grid', line]);
        }
      }
    }
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('a note is written, and kept, by keys; two runs are chosen and compared', async () => {
    const page = await world.show('#/run/two?row=1', '.case .facts-list');
    await world.press('n');
    await page.keyboard.type('too short');
    await world.press('Escape');
    await expect.poll(() => world.text('.case [aria-label="Your verdict"] [role=status]')).toBe('kept');
    await world.show('#/run/two?row=0', '.case .facts-list');
    await world.show('#/run/two?row=1', '.case .facts-list');
    await expect.poll(() => page.getByLabel('Your note').inputValue()).toBe('too short');

    await world.show('#/runs', '.runs tbody tr:nth-child(3)');
    await world.press('x', 'j', 'x', 'c');
    await page.locator('.compare-head').waitFor();
    await expect.poll(() => page.url()).toContain(`#/compare/${world.tones}/${world.repeated}`);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('everything else that can be clicked is reached with Tab', async () => {
    const page = await world.show('#/run/one?by=tag&show=chart,judges,usage&row=2', '.case .facts-list');
    await world.press('o', 'b');
    const unreachable = await page.evaluate(() =>
      // Sorting has keys of its own, and a field.
      [...document.querySelectorAll<HTMLElement>('main :is(button, a, select, input, textarea, summary):not(.sort, :disabled)')].filter(({ tabIndex }) => tabIndex < 0).map(({ outerHTML }) => outerHTML.slice(0, 120)),
    );
    expect(unreachable).toEqual([]);
    expect(world.takeMisdeeds()).toEqual([]);
  });
}

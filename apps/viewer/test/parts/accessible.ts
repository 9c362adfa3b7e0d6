import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { PageWorld } from '../support/page-world.js';

/** The rules of what a theme changes, which is colours alone. */
const OF_COLOURS: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** What is wrong on the page, which is one document without sound, as `rule: elements`. @param rules all when left out */
async function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    interface Found {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[];
    }
    const { axe: checker } = globalThis as unknown as { axe: { run: (place: Document, options: object) => Promise<{ violations: readonly Found[] }> } };
    const { violations: found } = await checker.run(document, { resultTypes: ['violations'], iframes: false, preload: false, ...(only && { runOnly: { type: 'rule', values: only } }) });
    return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' | ')}`);
  }, rules);
}

interface View {
  readonly name: string;
  readonly hash: string;
  readonly ready: string;
  readonly keys?: readonly string[];
}

const VIEWS: readonly View[] = [
  { name: 'runs', hash: '#/runs', ready: '.trends figure' },
  { name: 'run', hash: '#/run/one?by=tag&show=chart,judges,usage&columns=question,tags,latency,attempts,scores&meta=lang&layout=list', ready: '.grid-lines .grid-row', keys: ['o'] },
  { name: 'case', hash: '#/run/one?row=2', ready: '.case .facts-list', keys: ['b'] },
  { name: 'case without a reply', hash: '#/run/one?row=3', ready: '.case .facts-list' },
  { name: 'comparison', hash: '#/compare/one/two?only=all&row=1', ready: '.pair .side' },
  { name: 'comparison of targets', hash: '#/compare/one/one', ready: '.grid-lines .grid-row' },
  { name: 'filters and help', hash: '#/run/one?verdict=fail,pass&only=tools', ready: '.grid-lines .grid-row', keys: ['o', '?'] },
  { name: 'nothing found', hash: '#/run/one?tag=nothing', ready: '.notice.hint' },
  { name: 'error', hash: '#/run/nobody', ready: '.notice.error' },
  { name: 'labelling', hash: '#/label/two', ready: '.blinded .message' },
  { name: 'calibration and ranking', hash: '#/trust/trusted', ready: '.ranking .span-axis' },
  { name: 'calibration without labels', hash: '#/trust/one', ready: '.calibration .remarks' },
  { name: 'keys', hash: '#/run/one', ready: '.grid-lines .grid-row', keys: ['?'] },
];

const WIDTHS = [1280, 400];
const SCHEMES = ['light', 'dark'] as const;

/** What is wrong in both themes, on a large screen and a small one: all rules, those of colours in both. */
export async function everywhere(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      found[`${width} ${colorScheme}`] = await violations(page, colorScheme === 'light' ? undefined : OF_COLOURS);
    }
  }
  return found;
}

/** That nothing is wrong. */
export const NOTHING = Object.fromEntries(WIDTHS.flatMap((width) => SCHEMES.map((scheme) => [`${width} ${scheme}`, []])));

/** No view has anything that keeps people out. */
export function accessibleTests(world: PageWorld): void {
  test.each(VIEWS)('$name', async ({ hash, ready, keys = [] }) => {
    const page = await world.show(hash, ready);
    await world.press(...keys);
    expect(await everywhere(page)).toEqual(NOTHING);
    await world.press('Escape');
    expect(world.takeMisdeeds(/status of 404/u)).toEqual([]);
  });

  test('a project without runs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-empty-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await world.elsewhere(folder, async (page) => {
      await page.locator('.notice', { hasText: 'There are no runs yet' }).waitFor();
      expect(await everywhere(page)).toEqual(NOTHING);
    });
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('what labels come to', async () => {
    const page = await world.show(`#/run/${world.tones}?show=labels&where=var%3Aregion%3Deu`, '.labels');
    await page.locator('.labels summary').first().click();
    expect(await everywhere(page)).toEqual(NOTHING);
  });
}

import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { PageWorld } from '../support/page-world.js';

/** What is wrong on the page, as `rule: elements`. @param rules those that are looked at; all without any */
export async function violations(page: Page, rules: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    interface Found {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[];
    }
    const { axe: checker } = globalThis as unknown as { axe: { run: (place: Document, options: object) => Promise<{ violations: readonly Found[] }> } };
    const { violations: found } = await checker.run(document, { resultTypes: ['violations'], ...(only.length === 0 ? {} : { runOnly: [...only] }) });
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
  { name: 'nothing found', hash: '#/run/one?tag=nothing', ready: '.notice.hint' },
  { name: 'error', hash: '#/run/nobody', ready: '.notice.error' },
  { name: 'keys', hash: '#/run/one', ready: '.grid-lines .grid-row', keys: ['?'] },
];

/** On a small screen a case is a view of its own, and everything stands elsewhere. */
const SMALL = ['page-has-heading-one', 'region', 'scrollable-region-focusable', 'target-size'];

/** No view has anything that keeps people out: light, dark (where only colours differ) and small. */
export function accessibleTests(world: PageWorld): void {
  test.each(VIEWS)('$name', async ({ hash, ready, keys = [] }) => {
    const page = await world.show(hash, ready);
    await world.press(...keys);
    const light = await violations(page, []);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await violations(page, ['color-contrast']);
    await page.setViewportSize({ width: 400, height: 800 });
    const small = await violations(page, SMALL);
    await world.press('Escape');
    expect({ light, dark, small }).toEqual({ light: [], dark: [], small: [] });
    expect(world.takeMisdeeds(/status of 404/u)).toEqual([]);
  });
}

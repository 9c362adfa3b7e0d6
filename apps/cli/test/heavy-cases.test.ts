import { afterAll, beforeAll, expect, test } from 'vitest';
import { gaffkeRatio } from '@assay/statistics';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace, type Workspace } from './support/workspace.js';

/** Twelve light cases that pass, and a heavy one that no script can check, or that is as light as the others. */
const suite = (weight: number): string => {
  const light = Array.from({ length: 12 }, (_, index) => `  - { id: c${index}, expected_outcome: Says it, input: hello, assertions: [{ type: contains, value: h }] }`);
  return `evalcases:\n${light.join('\n')}\n  - { id: heavy, weight: ${weight}, expected_outcome: Says it, input: hello, assertions: [{ type: javascript, value: nothing.there }] }\n`;
};

let workspace: Workspace;
const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });

async function intervalOf(folder: string): Promise<{ readonly low: number; readonly high: number } | undefined> {
  const { stdout } = await assay('report', folder, '--report', 'json=-');
  return (JSON.parse(stdout) as { groups: readonly { interval?: { low: number; high: number } }[] }).groups[0]?.interval;
}

beforeAll(async () => {
  workspace = await createWorkspace({ 'heavy.yaml': suite(5), 'light.yaml': suite(1) }, afterAll);
});

test('an interval knows how heavy a case is that has no score, in the terminal, in reports and merged', async () => {
  const { low } = gaffkeRatio(Array<number>(12).fill(1), Array<number>(12).fill(1), { largestWeight: 5 });
  const shown = `${(Math.floor(low * 100) / 100).toFixed(2)}–1.00`;
  const { stdout } = await assay('run', 'heavy.yaml', '--target', 'mock', '--out', 'heavy', '--report', 'markdown=heavy.md');
  expect(stdout).toContain(shown);
  expect(await workspace.read('heavy.md')).toContain(`(${shown})`);
  expect((await intervalOf('heavy'))?.low).toBeCloseTo(low, 8);
  for (const part of ['1/2', '2/2']) await assay('run', 'heavy.yaml', '--target', 'mock', '--shard', part, '--out', `part-${part.slice(0, 1)}`);
  await assay('merge', 'part-1', 'part-2', '--out', 'merged');
  expect((await intervalOf('merged'))?.low).toBeCloseTo(low, 8);
});

test('a lost case that weighs no more than others widens nothing', async () => {
  const { stdout } = await assay('run', 'light.yaml', '--target', 'mock', '--out', 'light');
  expect(stdout).toContain('0.73–1.00');
});

import { beforeAll, expect, test } from 'vitest';
import { gaffkeLowerBound, gaffkeRatio } from '@assay/statistics';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, removeAtEnd, type Workspace } from './support/projects/workspace.js';

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

const atEnd = removeAtEnd();
beforeAll(async () => {
  workspace = await createWorkspace({ 'heavy.yaml': suite(5), 'light.yaml': suite(1) }, atEnd);
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

test('so do those of comparisons with another run and with baselines, also apart by a key, and what a margin is decided by', async () => {
  const differences = [Array<number>(12).fill(0), Array<number>(12).fill(1)] as const;
  const { low, high } = gaffkeRatio(...differences, { low: -1, high: 1, largestWeight: 5 });
  const light = gaffkeRatio(...differences, { low: -1, high: 1 });
  expect(light.high).toBeLessThan(high - 0.1);
  await assay('run', 'heavy.yaml', '--target', 'mock', '--out', 'again');
  const bound = gaffkeLowerBound(...differences, { low: -1, high: 1, level: 0.95, largestWeight: 5 });
  const near = (value: number) => expect.closeTo(value, 8) as number;
  const compared = JSON.parse((await assay('compare', 'heavy', 'again', '--by', 'suite', '--json')).stdout) as Record<string, unknown>;
  const change = { low: near(low), high: near(high), bound: near(bound) };
  expect(compared).toMatchObject({ total: { change }, groups: [{ change }], slices: [{ slices: [{ change }] }] });
  await assay('baseline', 'save', 'heavy');
  expect(JSON.parse((await assay('baseline', 'check', 'again', '--by', 'suite', '--json')).stdout)).toMatchObject({ groups: [{ change }], slices: [{ slices: [{ change }] }] });
  // Twelve equal light cases alone would show that nothing got worse by 0.3.
  const margin = 0.3;
  expect([bound < -margin, gaffkeLowerBound(...differences, { low: -1, high: 1, level: 0.95 }) > -margin]).toEqual([true, true]);
  expect((await assay('baseline', 'check', 'again', '--margin', String(margin))).exitCode).not.toBe(0);
});

test('so does the score as it is judged, where it stands beside what people say', async () => {
  const { low } = gaffkeRatio(Array<number>(12).fill(1), Array<number>(12).fill(1), { largestWeight: 5 });
  const { groups } = JSON.parse((await assay('calibrate', 'heavy', '--json')).stdout) as { groups: readonly { score: { raw_low: number } }[] };
  expect(groups[0]?.score.raw_low).toBeCloseTo(low, 8);
});

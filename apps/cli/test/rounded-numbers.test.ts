import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, removeAtEnd, type Workspace } from './support/projects/workspace.js';

let workspace: Workspace;
const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });
const read = (file: string): Promise<string> => workspace.read(file);

/** Cases that score what they say. */
const suite = (scores: readonly number[]): string => `evalcases:\n${scores.map((score, index) => `  - { id: c${index}, expected_outcome: Is near, input: hello, assertions: [{ type: javascript, value: '${score}' }] }`).join('\n')}\n`;

const atEnd = removeAtEnd();
beforeAll(async () => {
  workspace = await createWorkspace({
    'near.yaml': suite([0.7996]),
    'before.yaml': `name: near\n${suite(Array.from({ length: 12 }, () => 0.9))}`,
    'after.yaml': `name: near\n${suite(Array.from({ length: 12 }, (_, index) => 0.9 - index / 300))}`,
  }, atEnd);
});

test('a mean that misses the threshold is not shown as the threshold, in Markdown as on the terminal', async () => {
  const { exitCode, stdout } = await assay('run', 'near.yaml', '--target', 'mock', '--threshold', '0.8', '--out', 'near', '--report', 'markdown=near.md');
  expect(exitCode).toBe(1);
  expect(stdout).toContain('0.7996');
  expect(await read('near.md')).toMatch(/\| near \| mock \| \*\*0\.7996\*\* \(0\.01–1\.00\) \|/u);
});

test('a mean that misses the threshold by next to nothing is not said to be the threshold that it is below', async () => {
  const [score, text] = [1 - 1e-8, '0.99999999'];
  await writeFile(join(workspace.folder, 'nearly.yaml'), suite([score]));
  const { exitCode, stdout } = await assay('run', 'nearly.yaml', '--target', 'mock', '--threshold', '1', '--out', 'nearly', '--report', 'markdown=nearly.md');
  expect(exitCode).toBe(1);
  expect(stdout).toContain(`score ${text} is below the threshold 1`);
  expect(await read('nearly.md')).toContain(text);
});

test('a case that just misses the limit of its verdict is not shown as one that reached it', async () => {
  const { stdout } = await assay('run', 'near.yaml', '--target', 'mock', '--out', 'case', '--report', 'markdown=case.md', '--github');
  expect(stdout).toMatch(/~ near › c0 {2}on mock {2}0\.7996/u);
  expect(await read('case.md')).toContain('on mock: 0.7996');
  const shown = await assay('show', 'case');
  expect(shown.stdout).toContain('0.7996');
  expect(shown.stdout).not.toMatch(/0\.80\b/u);
});

test('a case that just misses a limit of its project is not shown as one that reached it', async () => {
  const strict = await createWorkspace({ 'near.yaml': suite([0.8996]), '.assay/config.yaml': 'verdicts: { pass: 0.9, borderline: 0.5 }\n' });
  const { stdout } = await runAssay(['run', 'near.yaml', '--target', 'mock', '--out', 'case', '--report', 'markdown=case.md'], { cwd: strict.folder });
  expect(stdout).toMatch(/~ near › c0 {2}on mock {2}0\.8996/u);
  expect(await strict.read('case.md')).toContain('on mock: 0.8996');
});

test('the interval of a difference is rounded outwards wherever it is shown', async () => {
  await assay('run', 'before.yaml', '--target', 'mock', '--out', 'before');
  await assay('run', 'after.yaml', '--target', 'mock', '--out', 'after');
  const args = ['compare', 'before', 'after', '--margin', '0.2'] as const;
  const { change } = (JSON.parse((await assay(...args, '--json', '--report', 'markdown=changed.md')).stdout) as { groups: readonly { change: { low: number; high: number } }[] }).groups[0] ?? {};
  const { low = 0, high = 0 } = change ?? {};
  const [shown, ends] = [(await assay(...args)).stdout, /−(0\.\d+) to \+(0\.\d+)/u];
  for (const text of [shown, await read('changed.md')]) {
    const [, from, to] = ends.exec(text) ?? [];
    expect([Number(from), Number(to)]).toEqual([Math.ceil(-low * 100) / 100, Math.ceil(high * 100) / 100]);
  }
  expect([Math.round(-low * 100) / 100, Math.round(high * 100) / 100]).not.toEqual([Math.ceil(-low * 100) / 100, Math.ceil(high * 100) / 100]);
});

test('scores that differ are not shown as the same beside each other', async () => {
  const moved = await createWorkspace({ 'near.yaml': suite([0.8004]) });
  const inside = (...args: readonly string[]) => runAssay(args, { cwd: moved.folder });
  await inside('run', 'near.yaml', '--target', 'mock', '--out', 'before');
  await inside('baseline', 'save', 'before');
  await writeFile(join(moved.folder, 'near.yaml'), suite([0.7996]));
  await inside('run', 'near.yaml', '--target', 'mock', '--out', 'after');
  const compared = await inside('compare', 'before', 'after', '--report', 'markdown=compared.md', '--report', 'junit=compared.xml');
  const checked = await inside('baseline', 'check', 'after', '--report', 'markdown=checked.md');
  const saved = await inside('baseline', 'save', 'after');
  const texts = { compared: compared.stdout, checked: checked.stdout, saved: saved.stdout, markdown: await moved.read('compared.md'), junit: await moved.read('compared.xml'), ofCheck: await moved.read('checked.md') };
  for (const [name, text] of Object.entries(texts)) {
    expect(text, name).toMatch(/0\.8004( pass)? → 0\.7996/u);
    expect(text, name).not.toMatch(/0\.80( pass)? → 0\.80/u);
  }
});

test('JUnit does not show a score as a limit or a threshold that it did not reach', async () => {
  await writeFile(join(workspace.folder, 'failed.yaml'), suite([0.5996]));
  await assay('run', 'failed.yaml', '--target', 'mock', '--threshold', '0.6', '--out', 'failed', '--report', 'junit=failed.xml');
  const document = await read('failed.xml');
  expect(document).toContain('\nscore 0.5996\n');
  expect(document).toContain('<property name="score" value="0.5996"/>');
});

test('a score beside a verdict of a baseline, in slices and in the list of runs is not shown as a limit or a threshold that it missed', async () => {
  const moved = await createWorkspace({ 'near.yaml': suite([0.91]), '.assay/config.yaml': 'verdicts: { pass: 0.9, borderline: 0.5 }\n' });
  const inside = async (...args: readonly string[]) => (await runAssay(args, { cwd: moved.folder })).stdout;
  await inside('run', 'near.yaml', '--target', 'mock');
  await inside('baseline', 'save');
  await writeFile(join(moved.folder, 'near.yaml'), suite([0.8996]));
  const run = await inside('run', 'near.yaml', '--target', 'mock', '--by', 'target', '--report', 'markdown=near.md');
  expect(run.slice(run.indexOf('By target'))).toMatch(/^mock .* 0\.8996 /mu);
  expect(await moved.read('near.md')).toMatch(/^\| mock .*\| 0\.8996 \|/mu);
  expect(await inside('show', 'latest', '--by', 'target')).toMatch(/^mock .* 0\.8996 /mu);
  expect(await inside('baseline', 'check')).toContain('0.91 pass → 0.8996 borderline');
  expect(await inside('baseline', 'save')).toContain('0.91 pass → 0.8996 borderline');
  expect(await inside('baseline', 'show', 'near')).toMatch(/^c0 +0\.8996 +borderline$/mu);
  expect(await inside('list', 'runs')).toContain('score 0.8996');
  await writeFile(join(moved.folder, 'near.yaml'), suite([0.6996]));
  await inside('run', 'near.yaml', '--target', 'mock', '--threshold', '0.7');
  expect(await inside('list', 'runs')).toContain('failed, score 0.6996');
});

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { project } from './support/projects/batch-project.js';
import { createWorkspace } from './support/projects/workspace.js';

const LIBRARY = new URL('../dist/index.js', import.meta.url).href;
const SUITE = 'evalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: contains, value: Hi }] }\n';
const boom = (): never => {
  throw new Error('boom');
};
const later = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, 10));
};
const laterBoom = (): Promise<never> => later().then(boom);

describe('onBegin of a program', () => {
  test.each<[string, () => unknown]>([
    ['throws', boom],
    ['rejects', laterBoom],
  ])('that %s ends the run before anything is sent or written', async (_how, onBegin) => {
    const { folder } = await createWorkspace({ 's.yaml': SUITE });
    await expect(evaluate({ files: 's.yaml', cwd: folder, env: {}, targets: ['mock'], onBegin })).rejects.toThrow('boom');
    expect(existsSync(join(folder, '.assay'))).toBe(false);
  });

  test('is waited for', async () => {
    const { folder } = await createWorkspace({ 's.yaml': SUITE });
    const events: string[] = [];
    const onBegin = async (): Promise<void> => {
      await later();
      events.push(`ready, ${existsSync(join(folder, '.assay'))}`);
    };
    await evaluate({ files: 's.yaml', cwd: folder, env: {}, targets: ['mock'], onBegin, reporters: [{ name: 'own', trialStarted: () => events.push('started') }] });
    expect(events).toEqual(['ready, false', 'started']);
  });

  test('that never settles, with nothing else to do, is named', async () => {
    const { folder } = await createWorkspace({
      's.yaml': SUITE,
      'program.mjs': `import { evaluate } from ${JSON.stringify(LIBRARY)};
evaluate({ files: 's.yaml', targets: ['mock'], onBegin: () => new Promise(() => {}) }).then(() => console.log('ran'), ({ name, message }) => console.log(name, message));
`,
    });
    const said = await new Promise((resolve) => {
      execFile(process.execPath, ['program.mjs'], { cwd: folder }, (_error, stdout, stderr) => resolve(stdout + stderr));
    });
    expect(said).toBe('UnsettledError nothing is under way any more that could end this, and it waits for onBegin()\n');
  });
});

test.each<[string, () => unknown]>([
  ['throws', boom],
  ['rejects', laterBoom],
])('onBatches of a program that %s is told once and left out: what was asked in batches is collected all the same', async (_how, fail) => {
  const { server, workspace } = await project({ answer: () => 'it is 42', done: () => server.batches.length > 0 });
  let calls = 0;
  const told: string[] = [];
  const onBatches = (): unknown => {
    calls += 1;
    return fail();
  };
  const { summary, lostReporters } = await evaluate({
    files: 'evals/a.yaml',
    cwd: workspace.folder,
    env: {},
    batch: true,
    wait: 0.05,
    onBatches,
    reporters: [{ name: 'other', diagnostic: ({ message }) => told.push(message) }],
  });
  expect(summary.outcome).toBe('passed');
  expect(lostReporters).toMatchObject([{ name: 'on-batches', error: { message: 'boom' } }]);
  expect(told).toEqual(['reporter "on-batches" failed and was left out: boom']);
  expect(calls).toBeGreaterThan(0);
  expect(await workspace.rows()).toHaveLength(2);
});

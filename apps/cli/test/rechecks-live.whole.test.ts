import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { startView } from './support/commands/view-server.js';
import { createWorkspace } from './support/projects/workspace.js';

/** A case whose score is near the limit of 0.8, so that it is asked again. */
const SUITE = `evalcases:
  - id: near
    expected_outcome: x
    input: hello
    assertions: [{ type: contains, value: good, weight: 4 }, { type: contains, value: never, weight: 1 }]
`;
/** Replies twice, and then when it is let, and slowly. */
const BOT = `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
appendFileSync('calls', '.');
const calls = readFileSync('calls', 'utf8').length;
const end = Date.now() + 60_000;
const say = () => console.log('good');
const reply = () => (calls < 3 ? say() : existsSync('go') || Date.now() > end ? setTimeout(say, 1500) : setTimeout(reply, 20));
reply();
`;

interface Told {
  readonly state: string;
  readonly rechecks?: object;
  readonly summary: { readonly rechecks?: object } | null;
}

test('a run that goes on says what its rechecks come to so far, when it is looked at and as they come', async () => {
  const workspace = await createWorkspace({
    'suite.yaml': SUITE, 'bot.mjs': BOT,
    '.assay/targets.yaml': 'targets: [{ name: bot, provider: cli, command: [node, bot.mjs], workers: 1 }]\n',
  });
  const view = await startView(workspace.folder);
  const { finished } = startAssay(['run', 'suite.yaml', '--target', 'bot', '--concurrency', '1', '--recheck', '4', '--out', '.assay/runs/live'], { cwd: workspace.folder });
  const told = async (): Promise<Told> => (await view.ask('api/runs/live')).json() as Told;
  for (const end = performance.now() + 60_000; performance.now() < end && (await told()).rechecks === undefined; ) await sleep(50);
  expect(await told()).toMatchObject({ state: 'running', summary: null, rechecks: { most: 4, cases: 1, planned: 4, done: 1, list: [{ case_id: 'near', scored: 1, scored_in_all: 2 }] } });

  const live = view.ask('api/runs/live/index?live');
  await sleep(100);
  await writeFile(join(workspace.folder, 'go'), '');
  const events = (await live).lines() as readonly { readonly type: string; readonly run?: Told }[];
  const runs = events.flatMap(({ run }) => (run === undefined ? [] : [run]));
  expect((await finished).exitCode).toBe(0);
  expect(runs.filter(({ state, rechecks }) => state === 'running' && rechecks !== undefined).length).toBeGreaterThan(0);
  expect(runs.at(-1)).toMatchObject({ state: 'ended', summary: { rechecks: { done: 4, cases: 1 } } });
  await view.end();
}, 120_000);

import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { drawnReplies, suiteOf } from './support/projects/drawn-replies.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, removeAtEnd } from './support/projects/workspace.js';

type Workspace = Awaited<ReturnType<typeof createWorkspace>>;
let workspace: Workspace;
const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });

interface Summary {
  readonly rounds: { readonly groups: readonly { readonly suite: string; readonly target: string; readonly repeats: number; readonly stopped: string | null; readonly looks: readonly unknown[] }[] };
  readonly groups: readonly { readonly suite: string; readonly target: string; readonly score: number; readonly trials: number }[];
  readonly planned_trials: number;
  readonly complete: boolean;
}
const summaryOf = async (out: string): Promise<Summary> => JSON.parse(await workspace.read(`${out}/summary.json`)) as Summary;
const told = ({ rounds, groups, planned_trials: planned, complete }: Summary) => ({ rounds, planned, complete, groups: groups.map(({ suite: name, target, score, trials }) => [name, target, score, trials]) });

const atEnd = removeAtEnd();
beforeAll(async () => {
  workspace = await createWorkspace(
    {
      'words.yaml': suiteOf(60),
      'others.yaml': suiteOf(40),
      '.assay/targets.yaml': `targets:\n  - {name: agent, provider: mock, replies: ${drawnReplies(1, 0.8)}}\n  - {name: near, provider: mock, replies: ${drawnReplies(4, 0.7)}}\n`,
    },
    atEnd,
  );
  await assay('run', 'words.yaml', 'others.yaml', '--target', 'agent', '--repeat', '5', '--threshold', '0', '--out', 'before');
  await assay('run', 'words.yaml', 'others.yaml', '--target', 'near', '--repeat', '2..7', '--against', 'before', '--margin', '0.06', '--threshold', '0', '--out', 'whole');
}, 120_000);

/** What a run leaves that is killed after so many rows. */
async function killedAfter(rows: number, out: string): Promise<void> {
  const at = (name: string): string => join(workspace.folder, out, name);
  await cp(join(workspace.folder, 'whole'), join(workspace.folder, out), { recursive: true });
  const lines = (await readFile(at('results.jsonl'), 'utf8')).split('\n');
  await writeFile(at('results.jsonl'), `${lines.slice(0, rows).join('\n')}\n`);
  await writeFile(at('run.json'), (await readFile(at('run.json'), 'utf8')).replace(/"status": ?"finished"/u, '"status": "running"'));
  await rm(at('summary.json'));
}

describe('a run whose repeats wait for a decision, gone on with', () => {
  test('comes to the same, wherever it was killed: between rounds, within one, or within the first', async () => {
    const whole = await summaryOf('whole');
    expect(whole.rounds.groups.some(({ repeats }) => repeats > 3)).toBe(true);
    for (const rows of [30, 200, 250, 300, 350]) {
      await killedAfter(rows, `killed-${rows}`);
      const { stderr } = await assay('run', '--resume', `killed-${rows}`);
      expect(told(await summaryOf(`killed-${rows}`)), `${rows} ${stderr}`).toEqual(told(whole));
      expect((await workspace.read(`killed-${rows}/results.jsonl`)).trim().split('\n')).toHaveLength(whole.planned_trials);
    }
  }, 60_000);

  test('takes no other terms, since the repeats that are there were added by those', async () => {
    await killedAfter(100, 'other-terms');
    for (const option of [['--margin', '0.2'], ['--alpha', '0.1']]) {
      const { exitCode, stderr } = await assay('run', '--resume', 'other-terms', ...option);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`${option[0]} cannot be said anew`)]);
    }
  });

  test('scored again it asks for nothing, and keeps the rounds that are there', async () => {
    await cp(join(workspace.folder, 'whole'), join(workspace.folder, 'rescored'), { recursive: true });
    await assay('run', '--rescore', 'rescored');
    const lastLooks = ({ rounds, ...summary }: Summary) => told({ ...summary, rounds: { ...rounds, groups: rounds.groups.map((group) => ({ ...group, looks: group.looks.slice(-1) })) } });
    // What is scored anew is looked at once, with all of its repeats.
    expect(told(await summaryOf('rescored'))).toEqual(lastLooks(await summaryOf('whole')));
  });
});

test('a budget that ends a round leaves it undecided; with more money the run goes on to what it would have come to', async () => {
  const server = await startChatServer(() => 'good');
  const own = await createWorkspace({
    'words.yaml': suiteOf(20),
    '.assay/targets.yaml': `targets: [{ name: agent, provider: openai, model: agent, endpoint: '${server.url}', api_key: test }]\n`,
  });
  const run = (...args: string[]) => runAssay(['run', ...args], { cwd: own.folder });
  const ended = await run('words.yaml', '--target', 'agent', '--repeat', '2..4', '--threshold', '0.5', '--max-tokens', '300', '--concurrency', '1', '--out', 'run', '--json');
  const first = JSON.parse(ended.stdout) as Summary;
  expect([ended.exitCode, first.complete, first.planned_trials, first.rounds.groups.map(({ stopped }) => stopped)]).toEqual([3, false, 40, [null]]);
  const gone = await run('--resume', 'run', '--max-tokens', '100000', '--json');
  const last = JSON.parse(gone.stdout) as Summary;
  // Replies that never differ are not asked for again.
  expect([gone.exitCode, last.complete, last.planned_trials, last.rounds.groups.map(({ repeats, stopped }) => [repeats, stopped])]).toEqual([0, true, 40, [[2, 'reached']]]);
});

test('a dry run says how many trials and requests there are at the least, and at the most', async () => {
  const { stdout } = await assay('run', 'words.yaml', '--target', 'agent', '--repeat', '2..7', '--threshold', '0.5', '--dry-run');
  expect(stdout).toContain('Would run 120 to 420 trials');
  expect(stdout).toContain('target agent: 120 to 420 requests');
  const { stdout: json } = await assay('run', 'words.yaml', '--target', 'agent', '--repeat', '2..7', '--threshold', '0.5', '--dry-run', '--json');
  expect(JSON.parse(json)).toMatchObject({ groups: [{ trials: 120, most_trials: 420 }], spending: [{ requests: 120, most_requests: 420 }] });
  const { exitCode, stderr } = await assay('run', 'words.yaml', '--target', 'agent', '--repeat', '2..7', '--dry-run');
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('nothing says what is to be decided')]);
});

test('--against latest is the run before, and not the one that ends', async () => {
  const own = await createWorkspace({ 'few.yaml': suiteOf(3), '.assay/targets.yaml': 'targets:\n  - {name: agent, provider: mock, reply: good}\n' });
  const run = (...args: string[]) => runAssay(['run', 'few.yaml', '--target', 'agent', '--threshold', '0', ...args, '--json'], { cwd: own.folder });
  const { run_id: before } = JSON.parse((await run()).stdout) as { run_id: string };
  const { reasons } = JSON.parse((await run('--against', 'latest')).stdout) as { reasons: readonly string[] };
  expect(reasons.join('\n')).toContain(`against .assay/runs/${before}: `);
});

import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** Questions with how their replies go; the fourth has a score that is near the limit of 0.8, and always the same. */
const SUITE = `evalcases:
  - { id: steady, expected_outcome: x, input: steady, assertions: [{ type: contains, value: good }] }
  - { id: shaky, expected_outcome: x, input: shaky, assertions: [{ type: contains, value: good }] }
  - { id: once, expected_outcome: x, input: once, assertions: [{ type: contains, value: good }] }
  - id: near
    expected_outcome: x
    input: steady near
    assertions: [{ type: contains, value: good, weight: 4 }, { type: contains, value: never, weight: 1 }]
`;

interface Summary {
  readonly rechecks?: { readonly list: readonly Record<string, unknown>[] } & Record<string, unknown>;
  readonly [key: string]: unknown;
}

type Workspace = Awaited<ReturnType<typeof createWorkspace>>;
let workspace: Workspace;
let asked: string[];
let url: string;

beforeEach(async () => {
  asked = [];
  const server = await startChatServer(({ text }) => {
    asked.push(text);
    const before = asked.filter((one) => one === text).length;
    if (text.includes('once')) return before === 2 ? 'bad' : 'good';
    return text.includes('shaky') && before % 3 === 2 ? 'bad' : 'good';
  });
  ({ url } = server);
  workspace = await createWorkspace({
    'suite.yaml': SUITE,
    '.assay/targets.yaml': `targets: [{ name: agent, provider: openai, model: agent, endpoint: '${server.url}', api_key: test }]\n`,
  });
});

const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
const run = (...args: string[]) => assay('run', 'suite.yaml', '--target', 'agent', '--concurrency', '1', ...args);
const summaryOf = async (out: string): Promise<Summary> => JSON.parse(await workspace.read(`${out}/summary.json`)) as Summary;
const lines = async (file: string): Promise<readonly string[]> => (await workspace.read(file)).trim().split('\n');
/** What a run comes to, besides what names it. */
const figures = ({ groups, repeats, outcome, exit_code: exitCode, complete, planned_trials: planned }: Summary) => ({ groups: (groups as object[]).map((group) => ({ ...group, latency_ms: null })), repeats, outcome, exitCode, complete, planned });

describe('single cases are asked again', () => {
  test('those that flip or are near a limit, and no figure of the run counts it', async () => {
    const { stdout, stderr, exitCode } = await run('--repeat', '3', '--recheck', '--out', 'with', '--report', 'markdown=with.md');
    expect(asked).toHaveLength(4 * 3 + 3 * 5);
    expect(stderr).toContain('Rechecks: 3 cases asked 5 times more, 15 trials');
    expect(stdout).toContain(
      [
        'Rechecks: 3 cases asked 5 times more (cost unknown), and 2 of them are flaky',
        '  suite › near on agent: 3/3, 8/8 with rechecks: passes (near a limit)',
        '  suite › once on agent: 2/3, 7/8 with rechecks: flaky',
        '  suite › shaky on agent: 2/3, 5/8 with rechecks: flaky',
        '',
      ].join('\n'),
    );
    expect(await workspace.read('with.md')).toContain('suite › shaky on agent: 2/3, 5/8 with rechecks: flaky');
    const { rechecks, ...summary } = await summaryOf('with');
    expect(rechecks).toMatchObject({ most: 5, cases: 3, planned: 15, done: 15, flaky_count: 2 });
    const place = { suite: 'suite', suite_path: 'suite.yaml', target: 'agent', variant: '', case_id: 'shaky' };
    expect(rechecks?.list[2]).toEqual({ ...place, reason: 'flips', passed: 2, scored: 3, passed_in_all: 5, scored_in_all: 8, flaky: true });
    expect([(await lines('with/results.jsonl')).length, (await lines('with/rechecks.jsonl')).length]).toEqual([12, 15]);
    expect(await workspace.manifest('with')).toMatchObject({ status: 'finished', rows: 12, options: { recheck: true, repeat: 3 } });
    asked = [];
    const without = await run('--repeat', '3', '--out', 'without');
    expect([figures(summary), exitCode]).toEqual([figures(await summaryOf('without')), without.exitCode]);
    const { stdout: compared } = await assay('compare', 'without', 'with', '--json');
    expect(JSON.stringify(JSON.parse(compared))).not.toContain('recheck');
  });

  test('what they cost is the least that it can be where a target has no price, and unknown where none has one', async () => {
    const targets = await workspace.read('.assay/targets.yaml');
    await writeFile(join(workspace.folder, '.assay/targets.yaml'), targets.replace(' }]', ` }, { name: other, provider: openai, model: other, endpoint: '${url}', api_key: test }]`));
    const priced = async (...models: readonly string[]): Promise<void> => writeFile(join(workspace.folder, '.assay/config.yaml'), `prices: { ${models.map((model) => `'openai:${model}': { input: 1000, output: 1000 }`).join(', ')} }\n`);
    const recheck = async (out: string) => {
      asked = [];
      const { stdout } = await run('--target', 'other', '--id', 'near', '--recheck', '1', '--out', out, '--report', `markdown=${out}.md`);
      const { rechecks } = await summaryOf(out);
      return { told: /Rechecks: .*/u.exec(stdout)?.[0], inMarkdown: /Rechecks: [^<]*/u.exec(await workspace.read(`${out}.md`))?.[0], incomplete: rechecks?.['cost_incomplete'] };
    };
    const line = (cost: string): string => `Rechecks: 2 cases asked 1 time more${cost}, and 0 of them are flaky`;
    expect(await recheck('unknown')).toEqual({ told: line(' (cost unknown)'), inMarkdown: line(' (cost unknown)'), incomplete: true });
    await priced('agent');
    expect(await recheck('part')).toEqual({ told: line(', for at least $0.0300'), inMarkdown: line(', for at least $0.0300'), incomplete: true });
    await priced('agent', 'other');
    expect(await recheck('known')).toEqual({ told: line(', for $0.0600'), inMarkdown: line(', for $0.0600'), incomplete: undefined });
  });

  test('who looks at a case sees what they came to, once beside its repeats', async () => {
    await run('--repeat', '3', '--recheck', '--out', 'with');
    const { stdout } = await assay('show', 'with', '--id', 'shaky', '--no-pager');
    expect(stdout).toMatch(/^. suite › shaky.*\n.*\n {2}on agent .*\n {2}2\/3, 5\/8 with rechecks: flaky\n/u);
    expect([stdout.match(/with rechecks/gu), stdout.match(/suite › shaky/gu)]).toMatchObject([{ length: 1 }, { length: 3 }]);
    const all = (await assay('show', 'with', '--no-pager')).stdout;
    expect(all.match(/\d\/\d, .*with rechecks.*/gu)).toEqual(['2/3, 5/8 with rechecks: flaky', '2/3, 7/8 with rechecks: flaky', '3/3, 8/8 with rechecks: passes (near a limit)']);
    for (const how of ['--brief', '--json']) expect((await assay('show', 'with', how)).stdout).not.toContain('with rechecks');
  });

  test('as often as is said, by settings too; none where none needs it, and with --no-recheck', async () => {
    await workspace.write({ '.assay/config.yaml': 'defaults: { recheck: 2, repeat: 3 }\n' });
    await run('--out', 'two');
    expect((await summaryOf('two')).rechecks).toMatchObject({ most: 2, cases: 3, planned: 6, done: 6 });
    expect((await assay('show', 'two', '--no-pager')).stdout).toContain('with rechecks');
    expect((await run('--id', 'steady', '--out', 'steady')).stdout).toContain('Rechecks: no case needs any');
    await run('--no-recheck', '--out', 'none');
    expect(await summaryOf('none')).not.toHaveProperty('rechecks');
  });

  test('after repeats that wait for a decision', async () => {
    await run('--repeat', '2..4', '--threshold', '0.5', '--recheck', '1', '--out', 'rounds');
    const { rechecks, rounds } = await summaryOf('rounds');
    expect(rounds).toMatchObject({ groups: [{ stopped: expect.any(String) }] });
    expect(rechecks).toMatchObject({ most: 1, cases: 3, done: 3 });
  });
});

test('what asks for no more replies, or has not all of a case, is refused before anything is asked', async () => {
  const sharded = await run('--recheck', '--shard', '1/2');
  expect([sharded.exitCode, sharded.stderr]).toEqual([2, expect.stringContaining('--recheck cannot be said with --shard')]);
  const wrong = await run('--recheck', '0');
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('It must be a whole number from 1 to 50.')]);
  await workspace.write({ 'best.yaml': 'evalcases:\n  - { id: a, expected_outcome: x, input: a, evaluators: [{ type: select_best }] }\n' });
  const compared = await assay('run', 'best.yaml', '--target', 'agent', '--judge', 'agent', '--recheck');
  expect([compared.exitCode, compared.stderr]).toEqual([2, expect.stringMatching(/compares the replies of several targets, and with --recheck .*leave it out, as with --no-recheck/su)]);
  expect(asked).toEqual([]);
});

test('a dry run says how many trials there are at the least, and at the most', async () => {
  const { stdout } = await run('--repeat', '3', '--recheck', '--dry-run');
  expect(stdout).toContain('Would run 12 to 32 trials');
  expect(stdout).toContain('target agent: 12 to 32 requests');
  expect(asked).toEqual([]);
});

/** What a run leaves that is killed after so many rows of its rechecks. */
async function killedAfter(rows: number, out: string): Promise<void> {
  const at = (name: string): string => join(workspace.folder, out, name);
  await cp(join(workspace.folder, 'whole'), join(workspace.folder, out), { recursive: true });
  const stored = (await readFile(at('rechecks.jsonl'), 'utf8')).split('\n');
  await writeFile(at('rechecks.jsonl'), [...stored.slice(0, rows).map((line) => `${line}\n`), stored[rows]?.slice(0, 40) ?? ''].join(''));
  await writeFile(at('run.json'), (await readFile(at('run.json'), 'utf8')).replace(/"status": ?"finished"/u, '"status": "running"'));
  await rm(at('summary.json'));
}

describe('a run that is gone on with', () => {
  test('asks what is missing of its rechecks, and comes to the same', async () => {
    await run('--repeat', '3', '--recheck', '--id', 'steady', '--id', 'shaky', '--id', 'near', '--out', 'whole');
    const whole = await summaryOf('whole');
    for (const rows of [0, 4]) {
      await killedAfter(rows, `killed-${rows}`);
      asked = [];
      const { stderr } = await assay('run', '--resume', `killed-${rows}`);
      expect([asked.length, stderr]).toEqual([10 - rows, expect.stringContaining(rows === 0 ? '10 trials\n' : '10 trials, of which 4 are there')]);
      const { rechecks, ...summary } = await summaryOf(`killed-${rows}`);
      expect([figures(summary), rechecks]).toMatchObject([figures(whole), { cases: 2, planned: 10, done: 10 }]);
      expect(await lines(`killed-${rows}/rechecks.jsonl`)).toHaveLength(10);
    }
  });

  test('killed in them it is reported with those that are there, and what is missing', async () => {
    await run('--repeat', '3', '--recheck', '--id', 'steady', '--id', 'shaky', '--id', 'near', '--out', 'whole');
    const { rechecks } = await summaryOf('whole');
    await killedAfter(10, 'last');
    expect(JSON.parse((await assay('report', 'last', '--json')).stdout)).toMatchObject({ complete: false, rechecks });
    await killedAfter(4, 'killed');
    const { stdout } = await assay('report', 'killed');
    expect(stdout).toMatch(/Rechecks: 2 cases asked 5 times more \(cost unknown\), and 1 of them is flaky; 6 of 10 rechecks did not finish\n {2}suite › near on agent: 3\/3, \d\/\d with rechecks: passes \(near a limit\)\n {2}suite › shaky on agent: 2\/3, /u);
    const { stdout: reported } = await assay('report', 'killed', '--json');
    expect(JSON.parse(reported)).toMatchObject({ complete: false, rechecks: { most: 5, cases: 2, planned: 10, done: 4, list: [{ case_id: 'near' }, { case_id: 'shaky', passed: 2, scored: 3 }] } });
  });

  test('scored again it asks for nothing, and its rechecks are scored too', async () => {
    await run('--repeat', '3', '--recheck', '2', '--id', 'shaky', '--out', 'whole');
    await workspace.write({ 'suite.yaml': SUITE.replaceAll('value: good', 'value: bad') });
    asked = [];
    await assay('run', '--rescore', 'whole');
    expect(asked).toEqual([]);
    expect((await summaryOf('whole')).rechecks?.list).toMatchObject([{ case_id: 'shaky', passed: 1, scored: 3, passed_in_all: 2, scored_in_all: 5 }]);
  });

  test('a budget that ends its rechecks leaves what is decided as it is, and says what is missing', async () => {
    const ended = await run('--repeat', '3', '--recheck', '--threshold', '0.5', '--max-tokens', '450', '--out', 'ended');
    const { rechecks, ...summary } = await summaryOf('ended');
    expect([ended.exitCode, summary]).toEqual([0, expect.objectContaining({ complete: true, outcome: 'passed' })]);
    expect(rechecks).toMatchObject({ cases: 3, planned: 15, done: expect.any(Number) });
    const done = Number(rechecks?.['done']);
    expect(done).toBeLessThan(15);
    expect(summary['reasons']).toContainEqual(expect.stringMatching(/^\d+ of 15 rechecks did not finish, which no score hangs on; stopped by --max-tokens 450/u));
    expect(ended.stderr).toContain('go on with its rechecks: assay run --resume ended --max-tokens 900');
    expect(await workspace.manifest('ended')).toMatchObject({ status: 'interrupted', rows: 12 });
    asked = [];
    const gone = await assay('run', '--resume', 'ended', '--max-tokens', '5000');
    expect([gone.exitCode, asked.length, (await summaryOf('ended')).rechecks]).toMatchObject([0, 15 - done, { done: 15 }]);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { AGENT, drawn, SUITE, targets } from './support/projects/drawn-agent.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, removeAtEnd } from './support/projects/workspace.js';

type Workspace = Awaited<ReturnType<typeof createWorkspace>>;
let workspace: Workspace;
const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });

async function run(out: string, replies: readonly string[], ...args: string[]) {
  await workspace.write({ '.assay/targets.yaml': targets(replies) });
  return assay('run', 'words.yaml', '--target', 'agent', '--out', out, '--threshold', '0', ...args);
}

// One project, whose runs the tests share: they only read them.
const atEnd = removeAtEnd();
beforeAll(async () => {
  workspace = await createWorkspace({ 'words.yaml': SUITE }, atEnd);
  await run('before', AGENT, '--repeat', '5');
  await assay('baseline', 'save', 'before');
  await run('worse', drawn(9, 0.25), '--repeat', '5');
  for (const draw of [1, 2, 3]) await run(`same-${draw}`, drawn(draw), '--repeat', '5');
}, 120_000);

describe('an agent whose replies vary', () => {
  test('passes when nothing about it changed, where single cases fail it each time', async () => {
    for (const draw of [1, 2, 3]) {
      const { exitCode, stdout } = await assay('baseline', 'check', `same-${draw}`);
      expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/PASSED\n {2}words on agent: (?:not shown to be worse|better): /u)]);
      expect((await assay('baseline', 'check', `same-${draw}`, '--gate', 'cases')).exitCode).toBe(1);
    }
  });

  test('fails when it got worse; the same numbers come out each time', async () => {
    const { exitCode, stdout } = await assay('baseline', 'check', 'worse', '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      gate: 'mean',
      outcome: 'failed',
      reasons: [expect.stringMatching(/^words on agent: worse: 0\.\d\d → 0\.\d\d, −0\.\d\d \(.* to .*\), p < 0\.001$/u)],
      groups: [{ change: { verdict: 'worse', cases: 20, clusters: 20, replies_before: 100, replies_after: 100 } }],
    });
    expect((await assay('baseline', 'check', 'worse', '--json')).stdout).toBe(stdout);
  });

  test('with a margin: shown to be within it 0, open 4, beyond it 1', async () => {
    expect((await assay('baseline', 'check', 'same-1', '--margin', '0.5')).exitCode).toBe(0);
    const open = await assay('baseline', 'check', 'same-1', '--margin', '0.01');
    expect([open.exitCode, open.stdout]).toEqual([4, expect.stringContaining('undecided: the drop may be up to')]);
    expect(open.stdout).toMatch(/cases, or [\d,]+ repeats on both sides, would mostly decide|cases would mostly decide/u);
    expect((await assay('baseline', 'check', 'worse', '--margin', '0.1')).exitCode).toBe(1);
    for (const margin of ['1', '100%', '-0.1', 'abc']) expect((await assay('baseline', 'check', 'same-1', `--margin=${margin}`)).stderr).toContain('It must be a number from 0 up to below 1, or a percentage');
  });

  test('compare says the same of two runs, and fails only when it is given a margin', async () => {
    const { exitCode, stdout } = await assay('compare', 'before', 'worse');
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^words: worse: 0\.\d\d → /mu)]);
    expect((await assay('compare', 'before', 'worse', '--margin', '0.1')).exitCode).toBe(1);
    const { exitCode: within, stdout: told } = await assay('compare', 'before', 'same-1', '--margin', '50%', '--json');
    expect([within, JSON.parse(told)]).toEqual([0, expect.objectContaining({ gate: 'mean', outcome: 'passed', exit_code: 0 })]);
  });

  test('run --against holds a run against another one, or its baselines, as it ends', async () => {
    const better = await run('gated', AGENT, '--repeat', '5', '--against', 'baseline', '--json');
    expect([better.exitCode, JSON.parse(better.stdout)]).toEqual([0, expect.objectContaining({ outcome: 'passed', reasons: expect.arrayContaining([expect.stringContaining('against its baseline: words on agent: not shown to be worse')]) })]);
    const worse = await run('gated-2', drawn(9, 0.25), '--repeat', '5', '--against', 'before');
    expect([worse.exitCode, worse.stdout]).toEqual([1, expect.stringContaining('against before: words: worse: ')]);
    const doubted = await run('gated-4', drawn(9, 0.25), '--repeat', '5', '--against', 'before', '--alpha', '1e-9');
    expect([doubted.exitCode, doubted.stdout]).toEqual([0, expect.stringContaining('against before: words: not shown to be worse: ')]);
    const open = await run('gated-3', AGENT, '--against', 'baseline', '--margin', '0.01');
    expect([open.exitCode, open.stdout]).toEqual([4, expect.stringContaining('against its baseline: words on agent: undecided: ')]);
  });
});

describe('what cannot be held against anything', () => {
  test.each([
    [['run', 'words.yaml', '--margin', '0.1'], '--margin says how a run is held against another, and none is named'],
    [['run', 'words.yaml', '--alpha', '0.1'], '--alpha says how a run is held against another, and none is named'],
    [['run', 'words.yaml', '--target', 'agent', '--against', 'nothing'], 'there is no run "nothing"'],
    [['run', 'words.yaml', '--target', 'agent', '--against', 'before', '--shard', '1/2'], 'a shard cannot be held against a whole run'],
    [['baseline', 'check', 'before', '--max-drop', '0.1'], '--max-drop is for --gate cases'],
    [['baseline', 'check', 'before', '--gate', 'cases', '--margin', '0.1'], '--margin is for --gate mean'],
    [['baseline', 'save', 'before', '--pool', 'before'], 'the run before is named twice'],
    [['baseline', 'save', 'before', '--pool', 'gone'], 'there is no run "gone"'],
  ])('%j: 2, and nothing is asked', async (args, message) => {
    const { exitCode, stdout, stderr } = await assay(...args);
    expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
    expect(stderr).toContain('fix: ');
  });

  test('replies that were lost leave it undecided where they could turn it: 3', async () => {
    const lines = (await workspace.read('same-1/results.jsonl')).trimEnd().split('\n');
    const lost = lines.map((line, index) => {
      const row = JSON.parse(line) as Record<string, unknown>;
      const bounds = { score_bounds: { worst: 0, best: 1 }, verdict_bounds: { worst: 'fail', best: 'pass' } };
      return index % 2 === 0 ? line : JSON.stringify({ ...row, ...bounds, status: 'error', score: null, verdict: null, evaluators: [], output: null, error: { code: 'judge', message: 'lost' } });
    });
    await workspace.write({ 'lost/results.jsonl': `${lost.join('\n')}\n`, 'lost/run.json': await workspace.read('same-1/run.json') });
    const { exitCode, stdout } = await assay('baseline', 'check', 'lost');
    expect([exitCode, stdout]).toEqual([3, expect.stringContaining('what has no score decides whether it is worse')]);
  });

  test('a run that cannot be read leaves it undecided, and the place of what is wrong is said', async () => {
    const [first = '', ...rest] = (await workspace.read('same-1/results.jsonl')).trimEnd().split('\n');
    await workspace.write({ 'damaged/results.jsonl': [first, first.slice(0, 100), ...rest, ''].join('\n'), 'damaged/run.json': await workspace.read('same-1/run.json') });
    const { exitCode, stdout, stderr } = await run('gated-5', AGENT, '--against', 'damaged');
    const why = /damaged\/results\.jsonl:2:1: this line is not a JSON object\n/u;
    expect([exitCode, stdout, stderr]).toEqual([3, expect.stringMatching(why), expect.stringMatching(why)]);
  });

  test('a run that did not finish is undecided for what it lacks: 3; a suite without a baseline is 2', async () => {
    const [first = ''] = (await workspace.read('same-1/results.jsonl')).split('\n');
    const manifest = JSON.parse(await workspace.read('same-1/run.json')) as object;
    await workspace.write({ 'killed/results.jsonl': `${first}\n`, 'killed/run.json': JSON.stringify({ ...manifest, status: 'running' }) });
    expect(await assay('baseline', 'check', 'killed')).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('the run did not finish, and 19 cases of the baseline are missing') });
    const whole = await workspace.read('same-1/results.jsonl');
    await workspace.write({ 'other/results.jsonl': whole.replaceAll('"suite":"words"', '"suite":"others"').replaceAll('words.yaml', 'others.yaml'), 'other/run.json': JSON.stringify(manifest) });
    expect(await assay('baseline', 'check', 'other')).toMatchObject({ exitCode: 2, stdout: expect.stringContaining('there is no baseline (baselines/others/agent.json)') });
  });
});

describe('what a baseline keeps', () => {
  test('few repeats are warned of, and those of more runs can be pooled', async () => {
    await run('once', AGENT);
    const once = await assay('baseline', 'save', 'once', '--dir', 'kept');
    expect([once.exitCode, once.stderr]).toEqual([0, expect.stringContaining('warning: kept/words/agent.json: a baseline of fewer than 5 replies to a case keeps their luck')]);
    const { exitCode, stderr } = await assay('baseline', 'save', 'before', '--pool', 'same-1', '--pool', 'same-2', '--dir', 'pooled');
    expect([exitCode, stderr]).toEqual([0, '']);
    const { cases } = JSON.parse(await workspace.read('pooled/words/agent.json')) as { cases: Record<string, { scores: number[] }> };
    expect(Object.values(cases).map(({ scores }) => scores.length)).toEqual(Array.from({ length: 20 }, () => 15));
  });

  test('a file of the earlier version is read, with a note that its noise is not known', async () => {
    const file = JSON.parse(await workspace.read('baselines/words/agent.json')) as { cases: Record<string, { score: number; verdict: string }> };
    const cases = Object.fromEntries(Object.entries(file.cases).map(([key, { score, verdict }]) => [key, { score, verdict, trials: 5 }]));
    await workspace.write({ 'earlier/words/agent.json': JSON.stringify({ ...file, baseline_version: 1, cases }) });
    const { exitCode, stdout } = await assay('baseline', 'check', 'same-1', '--dir', 'earlier');
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('! 1 baseline of an earlier version: how much their replies vary is not known')]);
    expect((await assay('baseline', 'check', 'worse', '--dir', 'earlier')).exitCode).toBe(1);
  });

  test('the roundings of a file of the earlier version are no change', async () => {
    await run('thirds', AGENT, '--repeat', '3');
    await assay('baseline', 'save', 'thirds', '--dir', 'thirds-kept');
    const file = JSON.parse(await workspace.read('thirds-kept/words/agent.json')) as { cases: Record<string, { score: number; verdict: string }> };
    const cases = Object.fromEntries(Object.entries(file.cases).map(([key, { score, verdict }]) => [key, { score, verdict, trials: 3 }]));
    // 2/3 is written as 0.666667, which is more.
    expect(Object.values(cases).filter(({ score }) => score === 0.666667).length).toBeGreaterThan(3);
    await workspace.write({ 'thirds-kept/words/agent.json': JSON.stringify({ ...file, baseline_version: 1, cases }) });
    const { exitCode, stdout } = await assay('baseline', 'check', 'thirds', '--dir', 'thirds-kept');
    expect([exitCode, stdout.replaceAll(/\s+/gu, ' ')]).toEqual([0, expect.stringMatching(/ 0\.00 \([^)]*\), p = 1\.00 $/u)]);
  });

  test('a case that was edited by hand so that it says two things is an error, at its place', async () => {
    const text = await workspace.read('baselines/words/agent.json');
    const line = text.split('\n').findIndex((each) => each.includes('"case-7"')) + 1;
    await workspace.write({ 'edited/words/agent.json': text.replace(/("case-7": \{ "score": )[\d.]+/u, '$10.123') });
    const { exitCode, stdout, stderr } = await assay('baseline', 'check', 'before', '--dir', 'edited');
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`^edited/words/agent\\.json:${line}:\\d+: error: score is 0\\.123, and the mean of its scores is [01]`, 'u'));
  });
});

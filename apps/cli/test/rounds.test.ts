import { describe, expect, test } from 'vitest';
import { suiteOf } from './support/projects/drawn-replies.js';
import { roundsProject, type Summary } from './support/projects/rounds-project.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const { workspace, assay, run, summaryOf, stopsOf } = roundsProject();

describe('--repeat 3..10 against a run', () => {
  test('stops when it is decided: not worse 0, worse 1; all cases have as many repeats', async () => {
    const same = await run('same', 'same', '--repeat', '3..10', '--against', 'before', '--margin', '0.1', '--json');
    expect([same.exitCode, JSON.parse(same.stdout)]).toEqual([0, expect.objectContaining({ outcome: 'passed', complete: true, rounds: { least: 3, most: 10, by: 'comparison', groups: [expect.objectContaining({ suite: 'words', target: 'same', stopped: 'not_worse' })] } })]);
    const { rounds, planned_trials: planned, groups } = await summaryOf('same');
    const [{ repeats } = { repeats: 0 }] = rounds.groups;
    expect(repeats).toBeLessThan(10);
    expect([planned, groups[0]?.trials]).toEqual([120 * repeats, 120 * repeats]);
    const worse = await run('worse', 'worse', '--repeat', '3..10', '--against', 'before', '--margin', '0.1');
    expect([worse.exitCode, await stopsOf('worse')]).toEqual([1, ['words 3 worse']]);
    expect(worse.stdout).toContain('Repeats: 3 to 10, until it is decided\n  3 words on worse: it is worse, look 1 of 8\n');
    expect(worse.stdout).toContain('against before: words: worse by more than 0.1: ');
  });
});

describe('--repeat 3..10 against a threshold', () => {
  test.each([
    ['0.5', 0, 'reached'],
    ['0.95', 1, 'missed'],
  ])('%s: exit %d, %s', async (threshold, code, stopped) => {
    const { exitCode, stdout } = await assay('run', 'words.yaml', '--target', 'same', '--repeat', '3..10', '--threshold', threshold, '--json');
    expect([exitCode, (JSON.parse(stdout) as Summary).rounds]).toEqual([code, { least: 3, most: 10, by: 'threshold', groups: [expect.objectContaining({ repeats: 3, stopped })] }]);
  });
});

describe('what repeats cannot wait for', () => {

  test.each(['3..', '..3', '10..3', '0..5', '3..3', 'a..b', '3...5', '-1..4', '1.5..4', '3..5..9', '3..51'])('%s is no range', async (range) => {
    const { exitCode, stderr } = await assay('run', 'words.yaml', '--target', 'same', '--repeat', range, '--threshold', '0.5');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("option '--repeat <n>' argument")]);
    expect(stderr).toContain('or a range such as 3..10 that ascends, up to 50');
  });

  test('outputs, whose replies are there', async () => {
    await workspace.write({ 'outputs.jsonl': '{"id": "case-0", "text": "good"}\n' });
    const { exitCode, stderr } = await assay('score', 'few.yaml', '--outputs', 'outputs.jsonl', '--repeat', '3..10', '--threshold', '0.5');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--repeat 3..10 asks for more replies where they are needed, and those of outputs are there')]);
  });

  test('evaluators that compare targets, which may get different numbers of repeats', async () => {
    const own = await createWorkspace({
      'best.yaml': 'evalcases:\n  - {id: one, expected_outcome: x, input: q, evaluators: [{name: best, type: select_best, criteria: shorter}]}\n',
      '.assay/targets.yaml': 'targets:\n  - {name: a, provider: mock, reply: x}\n  - {name: b, provider: mock, reply: y}\n',
    });
    const { exitCode, stderr } = await runAssay(['run', 'best.yaml', '--target', 'a', '--target', 'b', '--judge', 'a', '--repeat', '3..10', '--threshold', '0.5'], { cwd: own.folder });
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/best\.yaml:2:\d+: .*"best" of case "one" compares the replies of several targets, and with --repeat 3\.\.10 some may get more repeats/u)]);
  });

  test('settings are told at their place', async () => {
    const own = await createWorkspace({ 'few.yaml': suiteOf(2), '.assay/config.yaml': 'defaults:\n  repeat: 10..3\n' });
    const { exitCode, stderr } = await runAssay(['run', 'few.yaml', '--target', 'mock', '--threshold', '0.5'], { cwd: own.folder });
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/\.assay\/config\.yaml:2:11: .*repeat must be .* range such as 3\.\.10/u)]);
    await own.write({ '.assay/config.yaml': 'defaults:\n  repeat: 2..4\n' });
    const found = await runAssay(['run', 'few.yaml', '--target', 'mock', '--threshold', '0.5', '--json'], { cwd: own.folder });
    expect(JSON.parse(found.stdout)).toMatchObject({ rounds: { least: 2, most: 4 } });
  });

  test('a plan of jobs, which says all trials before', async () => {
    const { exitCode, stderr } = await assay('plan', 'words.yaml', '--target', 'same', '--repeat', '3..10');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('how many repeats --repeat adds is decided while the run goes on')]);
  });
});

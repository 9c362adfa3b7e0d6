import { describe, expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { roundsProject, TARGETS, type Summary } from './support/projects/rounds-project.js';

const { workspace, assay, run, summaryOf, stopsOf } = roundsProject();

describe('--repeat 3..10 against a run', () => {
  test('what more repeats would hardly decide is left open: 4', async () => {
    const { exitCode, stdout } = await run('near', 'near', '--repeat', '3..10', '--against', 'before', '--margin', '0.08');
    const [stop = ''] = await stopsOf('near');
    expect([exitCode, stop]).toEqual([4, expect.stringMatching(/^words \d+ (?:unlikely|most)$/u)]);
    expect(stdout).toContain('undecided');
    expect((await summaryOf('near')).complete).toBe(true);
  });

  test('--against baseline decides as --against a run does', async () => {
    await assay('baseline', 'save', 'before');
    const args = ['--repeat', '3..10', '--margin', '0.1'];
    for (const target of ['same', 'worse'] as const) {
      // Baselines are kept by the names of targets: the same one with other replies.
      await workspace.write({ [`${target}.yaml`]: `targets: [{name: agent, provider: mock, replies: ${TARGETS[target]}}]\n` });
      const ofRun = await run(`${target}-to-run`, 'agent', ...args, '--targets', `${target}.yaml`, '--against', 'before');
      const ofBaseline = await run(`${target}-to-baseline`, 'agent', ...args, '--targets', `${target}.yaml`, '--against', 'baseline');
      expect([ofBaseline.exitCode, await stopsOf(`${target}-to-baseline`)]).toEqual([ofRun.exitCode, await stopsOf(`${target}-to-run`)]);
      expect([ofBaseline.exitCode, (await stopsOf(`${target}-to-baseline`))[0]]).toEqual(target === 'worse' ? [1, 'words 3 worse'] : [0, expect.stringMatching(/^words \d not_worse$/u)]);
    }
  });

  test('reports say it, and so does a program that runs evals', async () => {
    const md = await run('markdown', 'steady', '--repeat', '2..9', '--against', 'before', '--margin', '0.1', '--report', 'markdown=run.md');
    expect([md.exitCode, await workspace.read('run.md')]).toEqual([0, expect.stringContaining('<summary>Repeats: 2 to 9, until it is decided</summary>\n\n- 2 words on steady: it is not worse, look 1 of 8\n')]);
    const { summary } = await evaluate({ files: 'words.yaml', cwd: workspace.folder, targets: ['steady'], repeat: '2..9', threshold: 0.5 });
    expect(summary.rounds).toEqual({ least: 2, most: 9, by: 'threshold', groups: [{ suite: 'words', suitePath: 'words.yaml', target: 'steady', repeats: 2, stopped: 'reached', looks: [{ repeats: 2, below: 1, above: expect.any(Number), level: 0.05, later: 0 }] }] });
    await expect(evaluate({ files: 'words.yaml', cwd: workspace.folder, targets: ['steady'], repeat: '9..2', threshold: 0.5 })).rejects.toThrow('repeat must be a whole number from 1 to 1,000,000, or a range such as 3..10');
    const endless = await assay('run', 'words.yaml', '--target', 'steady', '--repeat', '1000000000', '--dry-run');
    expect([endless.exitCode, endless.stderr]).toEqual([2, expect.stringContaining('It must be a whole number from 1 to 1,000,000, or a range')]);
  });

  test('replies that never differ are asked for no more often than said at the least', async () => {
    expect((await run('steady', 'steady', '--repeat', '2..9', '--against', 'before', '--margin', '0.1')).exitCode).toBe(0);
    expect(await stopsOf('steady')).toEqual(['words 2 not_worse']);
  });

  test('each look is told while the run goes on, and stands in summary and manifest: suite, look, and why it goes on or stops', async () => {
    const { exitCode, stderr } = await run('told', 'near', '--repeat', '3..10', '--against', 'before', '--margin', '0.12');
    const { rounds } = await summaryOf('told');
    const [{ repeats, stopped, looks } = { repeats: 0, stopped: null, looks: [] }] = rounds.groups;
    expect([exitCode, stopped, looks.length]).toEqual([exitCode === 0 ? 0 : 4, expect.any(String), repeats - 2]);
    expect(looks.length).toBeGreaterThan(1);
    expect(looks.map((look) => look.repeats)).toEqual(looks.map((_, index) => 3 + index));
    const lines = stderr.split('\n').filter((line) => line.startsWith('words on near: '));
    expect(lines).toHaveLength(looks.length);
    for (const [index, line] of lines.slice(0, -1).entries()) {
      const chance = Math.round(100 * (looks[index]?.later ?? 0));
      expect(line).toBe(`words on near: repeat ${4 + index} (look ${index + 1} of 8): open; if replies go on as they did, 10 would decide it with a chance of ${(looks[index]?.later ?? 0) > 0.99 ? 'over 99' : chance} %`);
      // Neither side is shown, and more repeats are worth it.
      expect(Math.min(looks[index]?.below ?? 0, looks[index]?.above ?? 0)).toBeGreaterThan(looks[index]?.level ?? 1);
      expect(chance).toBeGreaterThanOrEqual(6);
    }
    expect(lines.at(-1)).toMatch(new RegExp(`^words on near: no repeat after ${repeats} \\(look ${looks.length} of 8\\): `, 'u'));
    expect(JSON.parse(await workspace.read('told/run.json'))).toMatchObject({ status: 'finished', rounds: { least: 3, most: 10, by: 'comparison', groups: [{ suite: 'words', target: 'near', repeats, stopped, looks }] } });
  });
});

describe('--repeat 3..10 against a threshold', () => {
  test('a mean that may be on either side is no pass and no fail, whatever its score is', async () => {
    const { groups: [{ score } = { score: 0 }] } = JSON.parse((await assay('run', 'words.yaml', '--target', 'same', '--repeat', '10', '--threshold', '0', '--json')).stdout) as { groups: readonly { score: number }[] };
    for (const threshold of [score - 0.004, score + 0.004].map(String)) {
      const { exitCode, stdout } = await assay('run', 'words.yaml', '--target', 'same', '--repeat', '3..10', '--threshold', threshold, '--json');
      expect([exitCode, JSON.parse(stdout)]).toEqual([4, expect.objectContaining({ outcome: 'undecided', reasons: [expect.stringMatching(/^words on same: after \d+ repeats it is open on which side of the threshold/u)] })]);
    }
  });

  test('each suite gets its own number of repeats', async () => {
    const { exitCode, stdout } = await assay('run', 'words.yaml', 'few.yaml', '--target', 'same', '--repeat', '3..5', '--threshold', '0.5', '--json');
    const { rounds } = JSON.parse(stdout) as Summary;
    expect(exitCode).toBe(4);
    expect(rounds.groups.map(({ suite: name, stopped }) => [name, stopped])).toEqual(expect.arrayContaining([['words', 'reached'], ['few', expect.stringMatching(/unlikely|most/u)]]));
  });
});

describe('what repeats cannot wait for', () => {
  test.each<[string, readonly string[], string]>([
    ['nothing', [], 'nothing says what is to be decided'],
    ['a run without a margin', ['--against', 'before'], 'nothing says what drop is accepted'],
    ['a margin of 0', ['--against', 'before', '--margin', '0'], 'a drop of any size counts'],
    ['a threshold of 0', ['--threshold', '0'], 'no number of repeats shows on which side of the threshold 0 a mean is'],
    ['a threshold of 1', ['--threshold', '1'], 'no number of repeats shows on which side of the threshold 1 a mean is'],
    ['a shard', ['--threshold', '0.5', '--shard', '1/2'], '--repeat 3..10 cannot be said with --shard'],
  ])('%s', async (_, args, message) => {
    const { exitCode, stderr } = await assay('run', 'words.yaml', '--target', 'same', '--repeat', '3..10', '--out', 'refused', ...args);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
    await expect(workspace.read('refused/run.json')).rejects.toThrow('ENOENT');
  });
});

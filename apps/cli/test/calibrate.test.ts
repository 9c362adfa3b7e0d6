import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasTerminals, runInTerminal } from './hostile/support/terminal.js';
import { BIN } from './support/commands/assay.js';
import { calibrate as calibrateIn, isGood, lenientProject, numberIn } from './support/projects/lenient-judge.js';
import { runAssay } from './support/commands/warm-assay.js';
import type { Workspace } from './support/projects/workspace.js';

const TRUTH = 0.5;

const remove: (() => Promise<void>)[] = [];
let workspace: Workspace;
const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
const calibrate = (...args: string[]) => calibrateIn(workspace, ...args);

/** A person who is right labels what is left of a sample. */
async function label(run: string, ...args: string[]): Promise<number> {
  const { stdout, stderr } = await assay('label', run, '--json', ...args);
  expect(stderr).toBe('');
  const shown = stdout.trim().split('\n').map((line) => JSON.parse(line) as { trial_key: string; reply: string });
  const answers = shown.map(({ trial_key, reply }) => JSON.stringify({ trial_key, verdict: isGood(numberIn(reply)) ? 'pass' : 'fail' }));
  await workspace.write({ 'answers.jsonl': answers.join('\n') });
  expect(await assay('label', run, '--answers', 'answers.jsonl', ...args)).toMatchObject({ exitCode: 0, stderr: '' });
  return shown.length;
}

beforeAll(async () => {
  workspace = await lenientProject((clean) => void remove.push(clean));
  for (const out of ['first', 'later']) {
    const { stderr } = await assay('run', 'items.jsonl', '--target', 'bot', '--judge', 'lenient', '--out', out, '--threshold', '0.68', '--concurrency', '20');
    if (stderr.includes('error')) throw new Error(stderr);
  }
  return async () => {
    for (const each of remove) await each();
  };
}, 60_000);

describe('a judge over HTTP that is wrong in known ways', () => {
  test('the raw score is far from the truth, and the corrected interval holds it', async () => {
    const before = await calibrate('first');
    expect(before).toMatchObject({ exitCode: 0, groups: [{ method: 'none', labels: 0, more_labels: 30, pass_rate: { estimate: null } }], quality: [] });
    expect(before.groups[0]?.pass_rate.raw).toBeGreaterThan(TRUTH + 0.1);
    // The interval of the summary: sure of what is wrong, with and without labels.
    const { groups: [summed] } = JSON.parse((await assay('report', 'first', '--json')).stdout) as { groups: readonly { interval: { low: number; high: number } }[] };
    expect(before.groups[0]?.score).toMatchObject({ raw_low: summed?.interval.low, raw_high: summed?.interval.high });
    expect(before.groups[0]?.pass_rate.raw_low).toBeGreaterThan(TRUTH);
    const figures = await assay('calibrate', 'first');
    expect(figures.stdout).toMatch(/passes +6\d\.\d% +\d\d\.\d–\d\d\.\d% +– +–\n.*scores +0\.6\d +0\.\d\d–0\.\d\d +– +–\n/u);

    // Ten labels are too few, and the same sample goes on to sixty.
    expect(await label('first', '--sample', '10')).toBe(10);
    expect((await calibrate('first')).groups).toMatchObject([{ method: 'none', labels: 10, more_labels: 20 }]);
    expect(await label('first', '--sample', '80')).toBe(70);

    const { groups, quality, labels, exitCode } = await calibrate('first', '--gate', 'calibrated');
    const [group] = groups;
    expect(group).toMatchObject({ suite: 'items', target: 'bot', method: 'prediction_powered', labels: 80, more_labels: 0 });
    for (const figure of [group?.pass_rate, group?.score]) {
      expect(figure?.raw).toBeGreaterThan(figure?.high ?? 1);
      expect([figure && figure.raw_low > TRUTH, figure && figure.raw_high > figure.raw]).toEqual([true, true]);
      expect(figure?.low).toBeLessThan(TRUTH);
      expect(figure?.high).toBeGreaterThan(TRUTH);
    }
    expect(labels).toMatchObject({ replies: 80, skipped: 0, uncovered: 0 });
    expect(quality.map(({ judge }) => judge)).toEqual(['run', 'lenient']);
    for (const { tpr, tnr, kappa } of quality) {
      expect([tpr.low < 0.98, tpr.high > 0.98, tnr.low < 0.6, tnr.high > 0.6, kappa.value > 0.3]).toEqual([true, true, true, true, true]);
    }
    // By its raw score the run passes its threshold of 0.68.
    expect(exitCode).toBe(1);
  });

  test('a later run is corrected by the saved calibration alone, which is said, and no gate takes that for labels', async () => {
    expect((await assay('calibrate', 'first', '--save')).stdout).toContain('1 suite kept in .assay/calibration.json');
    const { groups } = await calibrate('later');
    const [group] = groups;
    expect(group).toMatchObject({ method: 'rogan_gladen', labels: 0 });
    expect(group?.reasons.join()).toMatch(/assumes that the judge errs here as on the labelled run/u);
    expect([group && group.pass_rate.low < TRUTH, group && group.pass_rate.high > TRUTH]).toEqual([true, true]);
    const gate = await calibrate('later', '--gate', 'calibrated');
    expect(gate).toMatchObject({ exitCode: 4, gate: { exit_code: 4 } });
    expect(gate.gate?.reasons.join()).toContain('30 more labelled cases are needed');
  });

  test('of a run of few cases no more labels are asked for than there are replies; with all of them its mean is known', async () => {
    const few = Array.from({ length: 8 }, (_, index) => JSON.stringify({ id: `case-${index}`, expected_outcome: 'Is right', rubrics: ['Is right'], input: `The reply to item ${index}` }));
    await workspace.write({ 'few.jsonl': `${few.join('\n')}\n` });
    await assay('run', 'few.jsonl', '--target', 'bot', '--judge', 'lenient', '--out', 'few', '--threshold', '0');
    expect(await label('few', '--sample', '5')).toBe(5);
    expect((await calibrate('few')).groups).toMatchObject([{ method: 'none', labels: 5, more_labels: 3, more_of: 'replies' }]);
    const open = await calibrate('few', '--gate', 'calibrated', '--threshold', '0.01');
    expect([open.exitCode, open.gate?.reasons]).toEqual([4, ['few on bot: 3 more labelled replies are needed, of this run']]);
    expect(await label('few', '--sample', '8')).toBe(3);
    const { groups: [group], exitCode } = await calibrate('few', '--gate', 'calibrated', '--threshold', '0.01');
    const truth = Array.from({ length: 8 }, (_, index) => Number(isGood(index))).reduce((sum, each) => sum + each) / 8;
    expect([exitCode, group]).toEqual([0, expect.objectContaining({ method: 'prediction_powered', labels: 8, more_labels: 0, pass_rate: expect.objectContaining({ estimate: truth }) })]);
  });

  test('a calibration of another judge is said to be stale', async () => {
    const saved = await readFile(join(workspace.folder, '.assay/calibration.json'), 'utf8');
    await workspace.write({ '.assay/calibration.json': saved.replaceAll('lenient-1', 'lenient-2').replace(/("case-\d+": ")[0-9a-f]{12}/u, '$1000000000000') });
    const { groups } = await calibrate('later');
    expect(groups).toMatchObject([{ method: 'none' }]);
    expect(groups[0]?.reasons.join()).toMatch(/calibration of run .* is stale: judged by .*lenient-1.*calibrated for .*lenient-2.*the criteria of 1 of 80 labelled cases have changed/u);
    await workspace.write({ '.assay/calibration.json': '{"calibration_version": 1, "suites": [{"suite": 3}]}' });
    const broken = await assay('calibrate', 'later');
    expect([broken.exitCode, broken.stderr]).toEqual([2, expect.stringMatching(/\.assay\/calibration\.json:1:\d+.*suite: must be a text/su)]);
    await workspace.remove('.assay/calibration.json');
  });
});

test('what cannot be asked for is refused with a way out', async () => {
  const terminal = await assay('label', 'first');
  expect([terminal.exitCode, terminal.stderr]).toEqual([2, expect.stringMatching(/this is no terminal[\s\S]*assay view[\s\S]*--answers/u)]);
  const other = await assay('label', 'first', '--json', '--stratify', 'verdict');
  expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('labels of this run are drawn among all replies, and --stratify asks for by verdict')]);
  await workspace.write({ 'wrong.jsonl': '{"trial_key": "x", "verdict": "pass"}\n{"trial_key": "x", "verdict": "good"}\n' });
  const wrong = await assay('label', 'first', '--answers', 'wrong.jsonl');
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringMatching(/wrong\.jsonl:1:1.*was not drawn\n *fix: .*the same --sample[\s\S]*wrong\.jsonl:2:1.*must be pass, borderline or fail/u)]);
  const [row] = await workspace.rows('first');
  const answers = [{ verdict: 'pass', score: 0.9 }, { verdict: 'pass', score: 0.1 }, { verdict: 'fail', score: 1 }, { verdict: 'fail', skipped: true }];
  await workspace.write({ 'torn.jsonl': answers.map((answer) => `${JSON.stringify({ trial_key: row?.trialKey, ...answer })}\n`).join('') });
  const torn = await assay('label', 'first', '--sample', '80', '--answers', 'torn.jsonl');
  expect([torn.exitCode, torn.stderr]).toEqual([2, expect.stringMatching(/torn\.jsonl:2:1: error: the verdict is pass, and the score 0\.1 means fail[^\n]*\n *fix: leave out one[\s\S]*torn\.jsonl:3:1: error: the verdict is fail, and the score 1 means pass[\s\S]*torn\.jsonl:4:1: error: skipped is true, and there is a verdict/u)]);
  expect(torn.stderr).not.toContain('torn.jsonl:1:');
  expect((await assay('calibrate', 'first', '--threshold', '0.5')).exitCode).toBe(2);
});

describe.skipIf(!hasTerminals)('at a terminal', () => {
  test('in a narrow one what a key does stays beside it', async () => {
    const env = { PATH: process.env['PATH'], HOME: workspace.folder, TERM: 'dumb', COLUMNS: '30' };
    const { exitCode, shown } = await runInTerminal({ argv: [process.execPath, BIN, 'label', 'later', '--sample', '4'], cwd: workspace.folder, env, when: 'q quit', type: '?q' });
    expect(exitCode).toBe(0);
    expect(shown.match(/p pass {2}b borderline {2}f fail\r\n1–5 score 0–1 {2}s skip {2}n note\r\nu undo {2}q quit\r\n/gu)).toHaveLength(2);
  });

  /** Types keys once the first reply is shown. */
  const typed = (keys: string) =>
    runInTerminal({ argv: [process.execPath, BIN, 'label', 'later', '--sample', '4'], cwd: workspace.folder, env: { PATH: process.env['PATH'], HOME: workspace.folder, TERM: 'xterm' }, when: 'q quit', type: keys });
  const kept = async (): Promise<readonly Record<string, unknown>[]> => {
    const { runId } = await workspace.manifest('later');
    const text = await readFile(join(workspace.folder, '.assay/labels/items.jsonl'), 'utf8');
    return text.trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['run_id'] === runId);
  };

  test('a note keeps to its line, whatever is typed, so that each key writes over it', async () => {
    const env = { PATH: process.env['PATH'], HOME: workspace.folder, TERM: 'xterm', COLUMNS: '30' };
    const { shown } = await runInTerminal({ argv: [process.execPath, BIN, 'label', 'later', '--sample', '4'], cwd: workspace.folder, env, when: 'q quit', type: `n${'名'.repeat(20)}abc\u001B\u0003` });
    const notes = [...shown.matchAll(/note: ([^\r]*)/gu)].map(([, note = '']) => note);
    expect(notes).toContain('名'.repeat(11));
    expect(notes.at(-1)).toBe(`${'名'.repeat(10)}abc`);
    expect(Math.max(...notes.map((note) => [...note].reduce((width, character) => width + (character === '名' ? 2 : 1), 0)))).toBeLessThanOrEqual(23);
  });

  test('keys label replies that are shown without their score, judge and target; Ctrl-C keeps everything, and the next session goes on', async () => {
    const first = await typed('pfunno good\rf\u0003');
    expect(first.exitCode).toBe(130);
    expect(first.shown).toContain('1 of 4');
    expect(first.shown).toMatch(/The reply to item \d+/u);
    expect(first.shown).not.toMatch(/lenient|Looked at it|on bot|0\.00|1\.00/u);
    const labels = await kept();
    expect(labels.map(({ verdict, note }) => [verdict, note])).toEqual([['pass', ''], ['fail', ''], [null, ''], ['fail', 'no good']]);
    expect(new Set(labels.map(({ trial_key }) => trial_key)).size).toBe(2);

    const second = await typed('s5');
    expect(second.exitCode).toBe(0);
    expect(second.shown).toContain('2 to go');
    expect((await kept()).slice(4).map(({ verdict, score, skipped }) => [verdict, score, skipped])).toEqual([[null, undefined, true], ['pass', 1, undefined]]);
    expect((await calibrate('later')).labels).toMatchObject({ replies: 3, skipped: 1 });
  });
});

import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Finished } from './support/commands/assay.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

const LABELS = '.assay/labels/complaints.jsonl';
const CALIBRATION = '.assay/calibration.json';
const CASES = 60;

interface Calibrations {
  readonly suites: readonly [{ readonly counts: Readonly<Record<string, number>> }];
}

const remove: (() => Promise<void>)[] = [];
let workspace: Workspace;
let labels: string;
let calibration: string;
/** What is said of the labels as they are. */
let before: { readonly told: Finished; readonly json: Finished };
const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });

// A check that takes the word for an apology, in a run that people labelled, and in a later one.
beforeAll(async () => {
  const lines = Array.from({ length: CASES }, (_, index) => JSON.stringify({ id: `c${index}`, expected_outcome: 'Apologizes', input: index % 2 === 0 ? 'Sorry.' : 'So what.', evaluators: [{ type: 'icontains', value: 'sorry' }] }));
  workspace = await createWorkspace({ 'complaints.jsonl': `${lines.join('\n')}\n` }, (clean) => void remove.push(clean));
  for (const out of ['first', 'later']) await assay('run', 'complaints.jsonl', '--target', 'mock', '--out', out);
  const shown = (await assay('label', 'first', '--json', '--sample', '40')).stdout.trim().split('\n');
  const answers = shown.map((line) => {
    const { trial_key, reply } = JSON.parse(line) as { trial_key: string; reply: string };
    return JSON.stringify({ trial_key, verdict: reply === 'Sorry.' ? 'pass' : 'fail' });
  });
  await workspace.write({ 'answers.jsonl': answers.join('\n') });
  await assay('label', 'first', '--sample', '40', '--answers', 'answers.jsonl');
  await assay('calibrate', 'first', '--save');
  before = { told: await assay('calibrate', 'first'), json: await assay('calibrate', 'first', '--json') };
  [labels, calibration] = [await workspace.read(LABELS), await workspace.read(CALIBRATION)];
  return async () => {
    for (const each of remove) await each();
  };
}, 60_000);

beforeEach(() => workspace.write({ [LABELS]: labels, [CALIBRATION]: calibration }));

const calibrationWith = (change: (suite: Calibrations['suites'][0]) => readonly object[]): string => {
  const kept = JSON.parse(calibration) as Calibrations;
  return JSON.stringify({ ...kept, suites: change(kept.suites[0]) }, null, 2);
};

test.each(['"of":1e300', '"of":9007199254740993'])('a label whose draw says %s is an error of its line', async (of) => {
  await workspace.write({ [LABELS]: labels.replace(/"of":\d+/u, of) });
  expect(await assay('calibrate', 'first')).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(/complaints\.jsonl:1:1: error: this line is no label: draw\.of: must be a whole number up to 9007199254740991\n/u) as string });
});

test('a label that is skipped and has a verdict, or has a score without one, is an error of its line, in the file as it is named from here', async () => {
  const [first = ''] = labels.split('\n');
  const torn = [{ skipped: true }, { skipped: true, verdict: null, score: 0.5 }, { verdict: null, score: 0.5 }];
  await workspace.write({ [LABELS]: `${first}\n${torn.map((more) => `${JSON.stringify({ ...(JSON.parse(first) as object), ...more })}\n`).join('')}` });
  const { exitCode, stdout, stderr } = await assay('calibrate', 'first');
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr.split('\n').filter((line) => line.includes('error:'))).toEqual([
    `${LABELS}:2:1: error: skipped is true, and there is a verdict: one of the two is wrong`,
    `${LABELS}:3:1: error: skipped is true, and there is a score: one of the two is wrong`,
    `${LABELS}:4:1: error: verdict is null, and the score is 0.5: one of the two is wrong`,
  ]);
});

test('scores and verdicts that are none are errors of their lines, with what is allowed', async () => {
  const [first = ''] = labels.split('\n');
  const lines = [{ score: 1.5 }, { score: -0.1 }, { score: '1' }, { verdict: 'good' }].map((more) => JSON.stringify({ ...(JSON.parse(first) as object), ...more }));
  await workspace.write({ [LABELS]: `${first}\n${lines.join('\n')}\n` });
  for (const command of [['calibrate', 'first'], ['label', 'first', '--json']]) {
    const { exitCode, stderr } = await assay(...command);
    expect(exitCode).toBe(2);
    expect(stderr.split('\n').filter((line) => line.includes('error:'))).toEqual([
      `${LABELS}:2:1: error: this line is no label: score: must be a number from 0 to 1`,
      `${LABELS}:3:1: error: this line is no label: score: must be a number from 0 to 1`,
      `${LABELS}:4:1: error: this line is no label: score: must be a number from 0 to 1`,
      `${LABELS}:5:1: error: this line is no label: verdict: must be "pass", "borderline", "fail" or null`,
    ]);
  }
});

test('labels of replies that the run does not have, and scores that mean another verdict in it, are told with their lines; the last word on a reply counts', async () => {
  const [first = '', second = '', third = '', ...rest] = labels.trimEnd().split('\n');
  const edited = (line: string, more: object): string => JSON.stringify({ ...(JSON.parse(line) as object), ...more });
  await workspace.write({ [LABELS]: [edited(first, { trial_key: 'none' }), edited(second, { verdict: 'fail', score: 0.9 }), edited(third, { verdict: 'pass', score: 0 }), third, ...rest, ''].join('\n') });
  const { exitCode, stdout, stderr } = await assay('calibrate', 'first');
  expect(exitCode).toBe(0);
  const caseId = (JSON.parse(first) as { case_id: string }).case_id;
  expect(stderr.split('\n').filter((line) => line.includes('warning:'))).toEqual([
    expect.stringMatching(new RegExp(`^${LABELS.replaceAll('.', String.raw`\.`)}:1:1: warning: run \\S+ has no reply with the trial_key "none" \\(case "${caseId}"\\): this label counts for nothing$`, 'u')),
    `${LABELS}:2:1: warning: the verdict is fail, and the score 0.9 means pass: replies of this run pass from 0.8, and are borderline from 0.6. Rates take the verdict, and means the score`,
  ]);
  expect(stdout).toContain('1 label of replies that the run does not have: nothing counts them');
  expect(stdout).toContain('1 label with a score that means another verdict by the limits of this run: rates take the verdict, and means the score');
  const { labels: counted } = JSON.parse((await assay('calibrate', 'first', '--json')).stdout) as { labels: { replies: number } };
  expect(counted.replies).toBe((JSON.parse(before.json.stdout) as { labels: { replies: number } }).labels.replies - 1);
});

test('a label whose case is not that of its reply is told with its line: what counts is the key', async () => {
  const [first = '', ...rest] = labels.trim().split('\n');
  const label = JSON.parse(first) as { readonly case_id: string; readonly trial_key: string };
  await workspace.write({ [LABELS]: [JSON.stringify({ ...label, case_id: 'c999' }), ...rest, ''].join('\n') });
  const { exitCode, stderr } = await assay('calibrate', 'first');
  expect([exitCode, stderr]).toEqual([0, `${LABELS}:1:1: warning: this line says repeat 1 of case "c999" of complaints on mock, and its trial_key is that of repeat 1 of case "${label.case_id}" of complaints on mock, for which it counts\n  fix: put the line right as assay label RUN --json prints the reply, or remove it and label the reply again\n`]);
});

test('two lines that say different things of one reply are told: the later one counts, and what was taken back between is no word', async () => {
  const [first = '', second = '', ...rest] = labels.trimEnd().split('\n');
  const says = (line: string, verdict: string | null): string => JSON.stringify({ ...(JSON.parse(line) as object), verdict });
  const lines = [says(first, 'pass'), says(second, 'pass'), ...rest];
  await workspace.write({ [LABELS]: [...lines, says(first, 'fail'), says(second, null), says(second, 'fail'), ''].join('\n') });
  const { exitCode, stderr } = await assay('calibrate', 'first');
  expect(exitCode).toBe(0);
  const { case_id: caseId, target } = JSON.parse(first) as { case_id: string; target: string };
  expect(stderr.split('\n').filter((line) => line.includes('warning:'))).toEqual([
    `${LABELS}:${lines.length + 1}:1: warning: case "${caseId}" on ${target} is a fail here, and a pass in line 1: this line counts`,
  ]);
});

test('labels of two draws: those of the smaller one are left out, and nobody is said to have picked them by hand', async () => {
  const lines = labels.trimEnd().split('\n').map((line) => JSON.parse(line) as { draw: object });
  await workspace.write({ [LABELS]: lines.map((line, index) => `${JSON.stringify(index < 3 ? { ...line, draw: { ...line.draw, seed: 77 } } : line)}\n`).join('') });
  const { stdout } = await assay('calibrate', 'first');
  expect(stdout).toContain('3 labels drawn with other seeds or strata are left out');
  expect(stdout).not.toContain('by hand');
});

test('labels are read also where an editor has put a byte order mark before them', async () => {
  await workspace.write({ [LABELS]: `\uFEFF${labels}` });
  expect(await assay('calibrate', 'first')).toMatchObject({ exitCode: 0, stdout: before.told.stdout, stderr: '' });
});

test('counts that no labels can be are an error in their place, and so is a day that is none', async () => {
  await workspace.write({ [CALIBRATION]: calibrationWith((suite) => [{ ...suite, date: 'yesterday', counts: { ...suite.counts, true_passed: 1, true_labels: 1e300 } }]) });
  const { exitCode, stderr } = await assay('calibrate', 'later');
  const lines = (await workspace.read(CALIBRATION)).split('\n');
  const placeOf = (key: string): string => `${lines.findIndex((line) => line.includes(`"${key}"`)) + 1}:`;
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${CALIBRATION}:${placeOf('date')}15: error: date: must be a day, as in 2026-01-31\n`);
  expect(stderr).toContain(`${CALIBRATION}:${placeOf('true_labels')}24: error: true_labels: must be at most 9007199254740991\n`);
});

test('a suite that stands in the calibrations twice, as a merge may leave it, is an error: none of the two counts by its place', async () => {
  await workspace.write({ [CALIBRATION]: calibrationWith((suite) => [suite, { ...suite, counts: { ...suite.counts, true_passed: 1 } }]) });
  expect(await assay('calibrate', 'later')).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(/calibration\.json:\d+:\d+: error: complaints with the same judges stands here a second time, the first time as number 1 of suites\n {2}fix: keep one of them/u) as string });
});

test('what one person said of a reply stands where another one skipped it, and a third one who says otherwise is told', async () => {
  const [first, second] = labels.trim().split('\n').map((line) => JSON.parse(line) as { trial_key: string; verdict: string });
  const answer = async (...answers: readonly object[]): Promise<void> => {
    await workspace.write({ 'others.jsonl': answers.map((one) => JSON.stringify(one)).join('\n') });
    expect((await assay('label', 'first', '--answers', 'others.jsonl')).exitCode).toBe(0);
  };
  await answer({ trial_key: first?.trial_key, skipped: true }, { trial_key: second?.trial_key, skipped: true });
  const skipped = await assay('calibrate', 'first', '--json');
  expect(skipped).toMatchObject({ exitCode: 0, stdout: before.json.stdout, stderr: '' });
  await answer({ trial_key: first?.trial_key, verdict: first?.verdict === 'pass' ? 'fail' : 'pass' });
  const otherwise = await assay('calibrate', 'first');
  expect(otherwise.stderr).toMatch(new RegExp(`^${LABELS.replaceAll('.', String.raw`\.`)}:43:1: warning: case "c\\d+" on mock is a \\w+ here, and a ${first?.verdict} in line 1: this line counts\n`, 'u'));
});

test('a key that stands twice in an answer, a label or the calibrations is an error of its line: none of the two counts by its place', async () => {
  const { trial_key: key } = JSON.parse(labels.split('\n')[0] ?? '') as { trial_key: string };
  await workspace.write({ 'twice.jsonl': `{"trial_key":"${key}","verdict":"pass","verdict":"fail"}\n` });
  const answered = await assay('label', 'first', '--sample', '40', '--answers', 'twice.jsonl');
  expect(answered).toMatchObject({ exitCode: 2, stderr: 'twice.jsonl:1:1: error: the key "verdict" stands here a second time\n  fix: say each thing once\n' });
  expect(await workspace.read(LABELS)).toBe(labels);
  await workspace.write({ [LABELS]: labels.replace('"verdict":', '"verdict":null,"verdict":') });
  const kept = await assay('calibrate', 'first');
  expect([kept.exitCode, kept.stderr]).toEqual([2, expect.stringContaining(`${LABELS}:1:1: error: the key "verdict" stands here a second time\n`)]);
  await workspace.write({ [LABELS]: labels, [CALIBRATION]: calibration.replace('"replies":', '"replies": 1, "replies":') });
  const later = await assay('calibrate', 'later');
  expect([later.exitCode, later.stderr]).toEqual([2, expect.stringMatching(/calibration\.json:\d+:\d+: error: .*replies.*\n[\s\S]*fix: keep one of them, or delete the file/u)]);
});

test('what labels come to is printed, and only then told that a file of it could not be written', async () => {
  const { told } = before;
  expect(await assay('calibrate', 'first', '--markdown', '.')).toMatchObject({ exitCode: 2, stdout: told.stdout, stderr: 'error: cannot write .: a folder stands there\n  fix: name another file\n' });
  const json = await assay('calibrate', 'first', '--markdown', '.', '--json');
  expect([json.exitCode, json.stdout]).toEqual([2, before.json.stdout]);
  const later = await assay('calibrate', 'later');
  const unsaved = await assay('calibrate', 'later', '--save', '--markdown', 'found.md');
  expect([unsaved.exitCode, unsaved.stdout, unsaved.stderr]).toEqual([2, later.stdout, expect.stringContaining('error: there is nothing to save: no reply of the run was drawn and labelled')]);
  expect(await workspace.read('found.md')).toContain('complaints');
});

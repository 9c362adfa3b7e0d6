import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { baselineProjects, FILE, project, targetsOf } from './support/projects/baseline-project.js';
import { runAssay } from './support/commands/warm-assay.js';

const projects = baselineProjects();

describe('assay baseline save', () => {
  test('writes one file for a suite and target: cases sorted, one a line, with score and verdict', async () => {
    const { assay, read, manifest } = await projects.ran();
    const { exitCode, stdout } = await assay('baseline', 'save', 'run-1');
    expect([exitCode, stdout]).toEqual([0, `created  ${FILE}  3 cases  score 0.88\n`]);
    const { assayVersion, startedAt } = await manifest('run-1');
    expect(await read(FILE)).toBe(`{
  "baseline_version": 2,
  "suite": "words",
  "suite_path": "words.yaml",
  "target": {
    "name": "bot",
    "provider": "mock"
  },
  "assay_version": "${assayVersion}",
  "date": "${startedAt.slice(0, 10)}",
  "cases": {
    "both": { "score": 0.5, "verdict": "fail" },
    "red": { "score": 1, "verdict": "pass", "weight": 2 },
    "sky": { "score": 1, "verdict": "pass" }
  }
}
`);
  });

  test('saving twice, also from a later run with the same results, leaves the file byte for byte', async () => {
    const { assay, run, read, folder } = await projects.saved();
    const before = await read(FILE);
    const { mtimeMs } = await stat(join(folder, FILE));
    expect((await assay('baseline', 'save', 'run-1')).stdout).toContain('unchanged');
    await assay('baseline', 'save', await run('--target', 'bot'));
    expect(await read(FILE)).toBe(before);
    expect((await stat(join(folder, FILE))).mtimeMs).toBe(mtimeMs);
  });

  test('takes the latest run of the project by default', async () => {
    const { assay, read } = await project();
    await assay('run', 'words.yaml', '--target', 'bot');
    expect((await assay('baseline', 'save')).stdout).toContain('created');
    expect(JSON.parse(await read(FILE))).toMatchObject({ cases: { sky: { score: 1 } } });
    expect((await assay('baseline', 'check')).exitCode).toBe(0);
  });

  test('a case without a score is recorded as null, never dropped', async () => {
    const { assay, score, read } = await project();
    const { stdout } = await assay('baseline', 'save', await score({ both: 'blue green', red: 'red' }));
    expect(stdout).toContain('! 1 case without a score, recorded as null: words › sky');
    expect(JSON.parse(await read('baselines/words/outputs.json'))).toMatchObject({ cases: { sky: { score: null, verdict: null } } });
  });

  test('a case that passed without a score, as an edit by hand may leave it, says two things', async () => {
    const { assay, score, read, write } = await project();
    const file = 'baselines/words/outputs.json';
    const run = await score({ both: 'blue green', red: 'red' });
    await assay('baseline', 'save', run);
    await write({ [file]: (await read(file)).replace('"verdict": null', '"verdict": "pass"') });
    const { exitCode, stderr } = await assay('baseline', 'check', run);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/outputs\.json:\d+:\d+: error: score is null, and the verdict is pass\n {2}fix: put the value right, or delete the file/u)]);
  });

  test('an open case is recorded with its score and no verdict, and stays undecided in a check', async () => {
    const { assay, read, write } = await project();
    const gate = '{type: contains, value: sky}, {type: cost, max_usd: 1, required: true}';
    await write({ 'open.yaml': `evalcases:\n  - {id: sky, expected_outcome: x, input: sky, evaluators: [${gate}]}\n`, 'out.jsonl': '{"id": "sky", "text": "sky"}\n' });
    await assay('score', 'open.yaml', '--outputs', 'out.jsonl', '--out', 'run');
    await assay('baseline', 'save', 'run');
    expect(await read('baselines/open/outputs.json')).toContain('"sky": { "score": 1, "verdict": null }');
    expect((await assay('baseline', 'show', 'open')).stdout).toMatch(/sky +1\.00 +open/u);
    const { exitCode, stdout } = await assay('baseline', 'check', 'run', '--gate', 'cases');
    expect(stdout).toContain('1 case could be worse if what has no score had been 0');
    expect(exitCode).toBe(3);
  });

  test('repeats are their mean, with the score of each', async () => {
    const { assay, run, read } = await project();
    await assay('baseline', 'save', await run('--target', 'bot', '--repeat', '3'));
    expect(await read(FILE)).toContain('"both": { "score": 0.5, "verdict": "fail", "scores": [0.5, 0.5, 0.5] },');
  });

  test('--suite, --target and --dir choose what goes where', async () => {
    const { assay, run, write, json } = await project();
    await write({ '.assay/targets.yaml': targetsOf(['bot', 'red'], ['a/b:c', 'sky']) });
    const all = await run('--target', 'bot', '--target', 'a/b:c');
    expect((await json('save', all, '--target', 'a/b:c', '--dir', 'kept')).json).toMatchObject({
      baselines: [{ file: 'kept/words/a_b_c.json', target: 'a/b:c' }],
    });
    expect((await json('show', '--dir', 'kept')).json).toMatchObject({ baselines: [{ target: { name: 'a/b:c' } }] });
    const wrong = await assay('baseline', 'save', all, '--suite', 'word');
    expect(wrong).toMatchObject({ exitCode: 2, stdout: '' });
    expect(wrong.stderr).toContain('the run has no suite "word"\n  fix: did you mean "words"?');
  });

  test('two names never share a file in silence', async () => {
    const { assay, run, write, read } = await project();
    await write({ '.assay/targets.yaml': targetsOf(['a:b', 'red'], ['a/b', 'sky']) });
    const both = await assay('baseline', 'save', await run('--target', 'a:b', '--target', 'a/b'));
    expect(both.stderr).toContain('the baselines of words on a:b and words on a/b would be one file: baselines/words/a_b.json');
    expect(both.exitCode).toBe(2);
    await assay('baseline', 'save', 'run-1', '--target', 'a:b');
    const before = await read('baselines/words/a_b.json');
    const other = await assay('baseline', 'save', 'run-1', '--target', 'a/b');
    expect(other.stderr).toContain('baselines/words/a_b.json:1:1: error: this is the baseline of words on a:b');
    expect(other.exitCode).toBe(2);
    expect(await read('baselines/words/a_b.json')).toBe(before);
    expect((await assay('baseline', 'check', 'run-1', '--target', 'a/b')).exitCode).toBe(2);
  });

  test("another tool's file is never written over", async () => {
    const { assay, write, read } = await projects.ran();
    await write({ [FILE]: '{"numTotalTests": 3}' });
    const { exitCode, stderr } = await assay('baseline', 'save', 'run-1');
    expect(stderr).toContain(`${FILE}:1:1: error: this is not a baseline of Assay`);
    expect([exitCode, await read(FILE)]).toEqual([2, '{"numTotalTests": 3}']);
  });

  test('a folder that cannot be written to is one message', async () => {
    const { assay, write } = await projects.ran();
    await write({ baselines: 'a file' });
    const { exitCode, stderr, stdout } = await assay('baseline', 'save', 'run-1');
    expect(stderr).toContain(`cannot write ${FILE}`);
    expect(stderr).toContain('fix: make the folder writable, or name another one with --dir');
    expect([exitCode, stdout]).toEqual([2, '']);
  });
});

describe('assay baseline check --gate cases', () => {
  test('the run that was saved passes: 0', async () => {
    const { assay } = await projects.saved();
    const { exitCode, stdout, stderr } = await assay('baseline', 'check', '--gate', 'cases', 'run-1');
    expect(stdout).toBe(`Run run-1

Suite  Target  Cases  Worse  Same  Better  Score        Change  95 %
words  bot         3      0     3       0  0.88 → 0.88    0.00  −0.80 to +0.80

PASSED
  none of 3 compared cases is worse
`);
    expect([exitCode, stderr]).toEqual([0, '']);
  });

  test('a reply that got worse fails: 1, and what got better is shown', async () => {
    const { assay, run, reply, json } = await projects.saved();
    await reply('green blue sky');
    const after = await run('--target', 'bot');
    const { exitCode, stdout } = await assay('baseline', 'check', '--gate', 'cases', after);
    expect(stdout).toContain('Worse\n−1.00  words › red  1.00 pass → 0.00 fail  words.yaml:3:5\n');
    expect(stdout).toContain('Better\n+0.50  words › both  0.50 fail → 1.00 pass  words.yaml:2:5\n');
    expect(stdout).toContain('To accept these results: assay baseline save run-2\n');
    expect(exitCode).toBe(1);
    expect(await json('check', '--gate', 'cases', after)).toMatchObject({
      exitCode: 1,
      json: {
        outcome: 'failed',
        exit_code: 1,
        tolerance: 0.05,
        max_drop: null,
        groups: [{ regressed: [{ case: 'red', difference: -1 }], improved: [{ case: 'both' }], same: 1, change: { difference: -0.375 } }],
      },
    });
  });

  test('--tolerance forgives drops of a case, --max-drop bounds that of the mean', async () => {
    const { assay, run, reply } = await project();
    await reply('blue');
    await assay('baseline', 'save', await run('--target', 'bot'));
    await reply('nothing');
    const after = await run('--target', 'bot');
    const check = async (...args: string[]) => (await assay('baseline', 'check', '--gate', 'cases', after, ...args)).exitCode;
    expect([await check(), await check('--tolerance', '0.4'), await check('--tolerance', '50%')]).toEqual([1, 1, 0]);
    // (1·½ + 2·0 + 1·0) / 4, then 0
    expect(await check('--tolerance', '0.5', '--max-drop', '0.125')).toBe(0);
    const { exitCode, stdout } = await assay('baseline', 'check', '--gate', 'cases', after, '--tolerance', '0.5', '--max-drop', '0.12');
    expect(stdout).toContain('words on bot: the mean dropped, 0.13 → 0.00; it may drop by 0.12');
    expect(exitCode).toBe(1);
    expect((await assay('baseline', 'check', '--gate', 'cases', after, '--tolerance', '2')).stderr).toContain('from 0 to 1');
  });

  test('a score that was lost leaves it undecided: 3; with a regression it fails: 1', async () => {
    const { assay, score, json } = await project();
    await assay('baseline', 'save', await score({ both: 'blue green', red: 'red', sky: 'sky' }));
    const { exitCode, stdout } = await assay('baseline', 'check', '--gate', 'cases', await score({ both: 'blue green', red: 'red' }));
    expect(stdout).toContain('Open\n–      words › sky  1.00 pass → unscored');
    expect(stdout).toContain('UNDECIDED\n  words on outputs: 1 case lost its score\n');
    expect(exitCode).toBe(3);
    expect((await json('check', '--gate', 'cases', await score({ both: 'blue green', red: 'blue' }))).exitCode).toBe(1);
  });

  test('a run that was killed does not pass for the cases that it lacks', async () => {
    const { assay, read, write } = await projects.saved();
    const [first = ''] = (await read('run-1/results.jsonl')).split('\n');
    const manifest = JSON.parse(await read('run-1/run.json')) as object;
    await write({ 'killed/results.jsonl': `${first}\n`, 'killed/run.json': JSON.stringify({ ...manifest, status: 'running' }) });
    const { exitCode, stdout } = await assay('baseline', 'check', '--gate', 'cases', 'killed');
    expect(stdout).toContain('the run did not finish, and 2 cases of the baseline are missing');
    expect(exitCode).toBe(3);
    const saved = await assay('baseline', 'save', 'killed');
    expect(saved.exitCode).toBe(2);
    expect(saved.stderr).toContain('go on with it first: assay run --resume killed');
    expect(JSON.parse(await read(FILE))).toMatchObject({ cases: { both: {}, red: {}, sky: {} } });
  });

  test('no baseline: 2, with how to save one', async () => {
    const { assay, json } = await projects.ran();
    const name = 'run-1';
    const { exitCode, stdout } = await assay('baseline', 'check', '--gate', 'cases', name);
    expect(stdout).toContain(`NO BASELINE\n  words on bot: there is no baseline (${FILE})\nTo save these results as the baseline: assay baseline save run-1\n`);
    expect(exitCode).toBe(2);
    expect((await json('check', '--gate', 'cases', name)).json).toMatchObject({ outcome: 'no-baseline', no_baseline: [{ suite: 'words', target: 'bot', file: FILE, cases: 3 }] });
  });

  test('a baseline that was broken by hand or a merge is an error with its places: 2', async () => {
    const { assay, read, write } = await projects.ran();
    const name = 'run-1';
    await assay('baseline', 'save', name);
    const good = await read(FILE);
    await write({ [FILE]: good.replace('"score": 0.5', '"score": 5') });
    const wrong = await assay('baseline', 'check', '--gate', 'cases', name);
    expect(wrong).toMatchObject({ exitCode: 2, stdout: '' });
    expect(wrong.stderr).toContain(`${FILE}:12:24: error: score must be a number from 0 to 1, or null`);
    await write({ [FILE]: good.replace('    "red"', '<<<<<<< HEAD\n    "red"') });
    expect((await assay('baseline', 'check', '--gate', 'cases', name)).stderr).toContain(`${FILE}:13:1: error: the file has conflicts of a merge in it`);
    await write({ [FILE]: good.replace('"baseline_version": 2', '"baseline_version": 9') });
    expect((await assay('baseline', 'check', '--gate', 'cases', name)).stderr).toContain('baseline_version 9 is none that this Assay reads (1 and 2)');
  });

  test('a run that does not exist or has no results: 2', async () => {
    const { assay, write } = await project();
    expect(await assay('baseline', 'check', '--gate', 'cases', 'nothing')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('there is no run "nothing"') });
    expect((await assay('baseline', 'check')).stderr).toContain('this project has no run yet');
    await write({ 'empty/run.json': '{}' });
    expect((await assay('baseline', 'save', 'empty')).stderr).toContain('the run empty has no results');
  });
});

describe('assay baseline show', () => {
  test('without baselines it says how to make one', async () => {
    const { assay, json } = await project();
    const { exitCode, stdout } = await assay('baseline', 'show');
    expect(stdout).toBe('There are no baselines in baselines yet.\nSave the results of a run as a baseline: assay baseline save [RUN]\n');
    expect(exitCode).toBe(0);
    expect((await json('show')).json).toEqual({ baseline_version: 2, baselines: [] });
  });

  test('lists baselines, and the cases of a suite or target', async () => {
    const { assay, manifest } = await projects.saved();
    const date = (await manifest('run-1')).startedAt.slice(0, 10);
    expect((await assay('baseline', 'show')).stdout).toBe(
      `Suite  Target  Cases  Score  Date        Model\nwords  bot         3   0.88  ${date}  mock\n`,
    );
    const cases = `words on bot  mock  score 0.88  ${date}  ${FILE}\nCase  Score  Verdict  Weight\nboth   0.50  fail          1\nred    1.00  pass          2\nsky    1.00  pass          1\n`;
    expect((await assay('baseline', 'show', 'words')).stdout).toBe(cases);
    expect((await assay('baseline', 'show', '--target', 'bot')).stdout).toBe(cases);
    const unknown = await assay('baseline', 'show', 'wrods');
    expect(unknown.stderr).toContain('baselines has no suite "wrods"\n  fix: did you mean "words"?');
    expect(unknown.exitCode).toBe(2);
  });

  test('shows the others when a file is broken, and says what is wrong: 2', async () => {
    const { assay, write } = await projects.saved();
    await write({ 'baselines/words/other.json': '[1, 2' });
    const { exitCode, stdout, stderr } = await assay('baseline', 'show');
    expect(stdout).toContain('words  bot');
    expect(stderr).toContain('baselines/words/other.json:1:6: error: Invalid JSON');
    expect(exitCode).toBe(2);
  });
});

test('baselines are found from a folder inside the project, and named from there', async () => {
  const { folder, write } = await projects.saved();
  await write({ 'deep/er/x.txt': '' });
  const inside = await runAssay(['baseline', 'check', '../../run-1'], { cwd: join(folder, 'deep/er') });
  expect(inside).toMatchObject({ exitCode: 0, stderr: '' });
});

test('baseline files are no eval files: validate checks them as baselines', async () => {
  const { assay } = await projects.saved();
  const { stdout, exitCode } = await assay('validate', 'baselines/**/*.json', 'words.yaml', '--verbose');
  expect(stdout).toContain(`checked ${FILE}: baseline\nvalid: 1 suite, 3 cases, 1 other file, 0 errors, 0 warnings\n`);
  expect(exitCode).toBe(0);
});

test('a saved file ends with a newline and can be read as JSON by others', async () => {
  const { folder } = await projects.saved();
  const text = await readFile(join(folder, FILE), 'utf8');
  expect(text.endsWith('}\n')).toBe(true);
  expect(JSON.parse(text)).toMatchObject({ baseline_version: 2, suite: 'words' });
});

import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

async function validate(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { folder } = await createWorkspace(files);
  return runAssay(['validate', ...args], { cwd: folder });
}

const GOOD = 'name: gpt4\nprovider: openai\nmodel: gpt-4\ntemperature: 0.3\nbatch_size: 8\nfine_tuned_weights: null\n';
const SUITE = 'evalcases:\n  - id: a\n    expected_outcome: x\n    input: Hi\n';

describe('assay validate of files that are no suites', () => {
  test('a folder of model configs: each is listed', async () => {
    const { exitCode, stdout } = await validate({ 'configs/a.yaml': GOOD, 'configs/b.json': '{"name": "b", "provider": "mock"}' }, 'configs/');
    expect(stdout).toContain('checked configs/a.yaml: file of targets (gpt4)\n');
    expect(stdout).toContain('checked configs/b.json: file of targets (b)\n');
    expect(stdout).toMatch(/^valid: 2 files, 0 errors, 0 warnings/mu);
    expect(exitCode).toBe(0);
  });

  test.each<[what: string, file: string, text: string, finding: string]>([
    ['an unknown provider', 'configs/x.yaml', 'name: x\nprovider: openia\nmodel: gpt-4\n', 'configs/x.yaml:2:11: error: target "x": unknown provider "openia"'],
    ['a mistyped provider:', 'configs/x.yaml', 'name: x\nprovder: openai\nmodel: gpt-4\n', 'configs/x.yaml:1:1: error: a target has no provider\n  fix: did you mean provider instead of provder?'],
    ['a setting of the wrong kind that the provider has no use for', 'configs/x.yaml', 'name: x\nprovider: openai\nmodel: gpt-4\nbatch_size: eight\n', 'configs/x.yaml:4:13: error: target "x": batch_size must be a number, not a string'],
    ['one that is out of range', 'configs/x.yaml', 'name: x\nprovider: openai\nmodel: gpt-4\nnum_labels: 0\n', 'configs/x.yaml:4:13: error: target "x": num_labels must be a whole number >= 1, not 0'],
    ['no model', 'configs/x.yaml', 'name: x\nprovider: openai\n', 'configs/x.yaml:1:1: error: target "x" has no model'],
    ['no command', 'configs/x.yaml', 'name: x\nprovider: cli\n', 'configs/x.yaml:1:1: error: target "x" has no command'],
    ['no recording', 'configs/x.yaml', 'name: x\nprovider: replay\n', 'configs/x.yaml:1:1: error: target "x" has no recording'],
    ['no name', 'configs/x.yaml', 'provider: openai\nmodel: gpt-4\n', 'configs/x.yaml:1:1: error: a target has no name'],
    ['an option of the wrong kind', 'configs/x.yaml', 'name: x\nprovider: openai\nmodel: gpt-4\ntemperature: hot\n', 'configs/x.yaml:4:14: error: target "x": temperature must be a number'],
    ['workers of 0', 'configs/x.yaml', 'name: x\nprovider: mock\nworkers: 0\n', 'configs/x.yaml:3:10: error: workers must be a whole number >= 1'],
    ['JSON with a comma too many', 'configs/x.json', '{"name": "x",\n "provider": "mock",}', 'configs/x.json:2:21: error: Invalid JSON'],
    ['two documents', 'configs/x.yaml', 'name: x\nprovider: mock\n---\nname: y\nprovider: mock\n', 'configs/x.yaml:4:1: error: a second document begins here'],
    ['an incomplete target of a list', '.assay/targets.yaml', 'targets:\n  - name: x\n    model: m\n', '.assay/targets.yaml:2:5: error: a target has no provider'],
    ['use_target that leads nowhere', '.assay/targets.yaml', 'targets:\n  - name: x\n    use_target: nope\n', '.assay/targets.yaml:2:5: error: use_target of target "x" (from target "x"): there is no target "nope"'],
    ['use_target in a circle', '.agentv/targets.yaml', 'targets:\n  - { name: x, use_target: y }\n  - { name: y, use_target: x }\n', '.agentv/targets.yaml:2:5: error: target "x": use_target leads in a circle'],
    ['a judge_target that leads nowhere', '.assay/targets.yaml', 'targets:\n  - { name: x, provider: mock, judge_target: nope }\n', '.assay/targets.yaml:2:5: error: judge_target of target "x": there is no target "nope"'],
    ['a price of a model without its provider', '.assay/config.yaml', 'prices:\n  gpt-4o: { input: 1, output: 2 }\n', '.assay/config.yaml:2:3: error: prices: "gpt-4o" is no provider:model, so it is the price of no model\n  fix: write the provider before the model, with a colon: "openai:gpt-4o"'],
    ['a price with a slash behind the provider', '.assay/config.yaml', 'prices:\n  openai/gpt-4o: { input: 1, output: 2 }\n', '.assay/config.yaml:2:3: error: prices: "openai/gpt-4o" is no provider:model, so it is the price of no model\n  fix: write the provider before the model, with a colon: "openai:gpt-4o"'],
    ['a setting out of range', '.assay/config.yaml', 'defaults:\n  concurrency: 0\n', '.assay/config.yaml:2:16: error: defaults: concurrency must be auto, or a whole number >= 1'],
    ['a target among the settings', '.assay/config.yaml', 'targets:\n  - { name: x, provider: openai, model: m, temperature: hot }\n', '.assay/config.yaml:2:57: error: target "x": temperature must be a number'],
    ['a baseline without a version', 'baselines/s/x.json', '{\n  "suite": "s", "target": {"name": "x"}, "cases": {}\n}\n', 'baselines/s/x.json:1:1: error: this is not a baseline of Assay'],
  ])('%s is an error where it stands', async (_, file, text, finding) => {
    const { exitCode, stdout } = await validate({ [file]: text }, file);
    expect(stdout).toContain(finding);
    expect(stdout.split(finding)).toHaveLength(2);
    expect(stdout).toMatch(/^invalid: /mu);
    expect(exitCode).toBe(2);
  });

  test('a list of targets is a file of targets, in a folder too', async () => {
    for (const file of ['configs/all.yaml', 'configs/all.json']) {
      const { exitCode, stdout } = await validate({ [file]: '[{"name": "a", "provider": "mock"}, {"name": "b", "provider": "mock"}]' }, 'configs');
      expect(stdout).toBe(`checked ${file}: file of targets (a, b)\nvalid: 1 file, 0 errors, 0 warnings\n`);
      expect(exitCode).toBe(0);
    }
  });

  test('a line of JSONL is no target: nothing could select it', async () => {
    const { exitCode, stdout } = await validate({ 'configs/a.jsonl': '{"name": "a", "provider": "mock"}\n' }, 'configs/a.jsonl');
    expect(stdout).not.toContain('checked');
    expect(exitCode).toBe(2);
  });

  test('what stands in a variable is left to the run', async () => {
    const text = 'targets:\n  - { name: x, use_target: "${WHO}" }\n  - { name: y, provider: "${P}" }\n  - { name: z, provider: huggingface, model: "${M}", task_type: "${T}", temperature: 0 }\n';
    const { exitCode, stdout } = await validate({ '.assay/targets.yaml': text }, '.assay/targets.yaml');
    expect(stdout).toBe('checked .assay/targets.yaml: file of targets (x, y, z)\nvalid: 1 file, 0 errors, 0 warnings\n');
    expect(exitCode).toBe(0);
  });

  test('a mistyped key is a warning, and an error with --strict', async () => {
    const files = { 'configs/x.yaml': `${GOOD}max_token: 5\n` };
    const usual = await validate(files, 'configs');
    expect(usual.stdout).toContain('configs/x.yaml:7:1: warning: unknown key "max_token"; it is ignored\n  fix: did you mean max_tokens?');
    expect(usual.exitCode).toBe(0);
    expect((await validate(files, 'configs', '--strict')).exitCode).toBe(2);
  });

  test('a folder with suites and configs: both are checked', async () => {
    const files = { 'evals/a.yaml': SUITE, 'configs/x.yaml': 'name: x\nprovider: openia\n', 'baselines/b.json': '{"suite": "s", "target": {"name": "x"}, "cases": {}}' };
    const { exitCode, stdout } = await validate(files, '.');
    expect(stdout).toContain('configs/x.yaml:2:11: error');
    expect(stdout).toContain('baselines/b.json:1:1: error');
    expect(stdout).toMatch(/^invalid: 1 suite, 1 case, 2 other files, \d errors/mu);
    expect(exitCode).toBe(2);
    const good = await validate({ 'evals/a.yaml': SUITE, 'configs/x.yaml': GOOD }, '.');
    expect(good.stdout).toMatch(/^valid: 1 suite, 1 case, 1 other file, 0 errors/mu);
    expect(good.exitCode).toBe(0);
  });

  test.each([
    ['marked as one', '{"kind": "baseline", "kpis": {"f1": 0.8}}'],
    ['with a suite and a target', '{"suite": "moods", "target": "xlm", "scores": [0.5]}'],
  ])('a baseline of another tool, %s, is a note', async (_, text) => {
    const { exitCode, stdout } = await validate({ 'evals/a.yaml': SUITE, 'baselines/moods/xlm.json': text }, '.', '--verbose');
    expect(stdout).toContain('baselines/moods/xlm.json:1:1: info: skipped: it is a baseline of another tool');
    expect(stdout).toMatch(/^valid: 1 suite, 1 case, 0 errors, 0 warnings, 1 note/mu);
    expect(exitCode).toBe(0);
  });

  test('a baseline with conflicts of a merge is an error in a folder, and no suite of a run', async () => {
    const text = '{\n  "baseline_version": 1,\n<<<<<<< ours\n  "suite": "s",\n=======\n  "suite": "t",\n>>>>>>> theirs\n}\n';
    const files = { 'evals/a.yaml': SUITE, 'baselines/s/x.json': text };
    const { exitCode, stdout } = await validate(files, '.');
    expect(stdout).toContain('baselines/s/x.json:3:1: error: the file has conflicts of a merge in it');
    expect(exitCode).toBe(2);
    const { folder } = await createWorkspace(files);
    expect((await runAssay(['cases', '.'], { cwd: folder })).exitCode).toBe(0);
  });

  test('wrong settings of the project are findings as well, in JSON too', async () => {
    const { exitCode, stdout } = await validate({ '.assay/config.yaml': 'defaults: { repeat: 0 }\n', 'a.yaml': SUITE }, 'a.yaml', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ valid: false, counts: { error: 1 }, diagnostics: [{ file: '.assay/config.yaml', line: 1 }] });
    expect(exitCode).toBe(2);
  });

  test('--json lists what was checked', async () => {
    const { stdout } = await validate({ 'configs/a.yaml': GOOD }, 'configs', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ valid: true, suites: 0, settings: [{ file: 'configs/a.yaml', kind: 'targets', targets: ['gpt4'] }] });
  });

  test('where nothing can be checked, it says what can', async () => {
    const { exitCode, stdout } = await validate({ 'rows/r.jsonl': '{"run_id": "r", "trial_key": "k"}\n' }, 'rows');
    expect(stdout).toContain('error: nothing in rows can be checked\n  fix: name eval files, model configs, files of targets, .assay/config.yaml or baselines');
    expect(exitCode).toBe(2);
    const notes = await validate({ 'notes/a.txt': 'Hello' }, 'notes');
    expect(notes.stderr).toContain('no eval files in notes');
    expect(notes.exitCode).toBe(2);
  });

  test('a run still passes them over', async () => {
    const { folder } = await createWorkspace({ 'evals/a.yaml': SUITE, 'evals/x.yaml': GOOD });
    const { exitCode } = await runAssay(['cases', 'evals'], { cwd: folder });
    expect(exitCode).toBe(0);
  });
});

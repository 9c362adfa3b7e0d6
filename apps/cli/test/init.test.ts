import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { FILES, project, testNoTables, testTables } from './support/projects/begun-project.js';
import { createWorkspace } from './support/projects/workspace.js';

/** The arguments of the command that `assay init` ends with. */
function nextCommand(stdout: string): string[] {
  const [, command = ''] = /^Next: assay (.+)$/mu.exec(stdout) ?? [];
  return command.split(' ');
}

describe('assay init', () => {
  test('writes a project, says what it wrote and the one next command', async () => {
    const { made } = await project();
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    expect(made.stdout).toBe(
      `${FILES.map((file) => `written   ${file}\n`).join('')}\nNext: assay run evals/shop.yaml\n`,
    );
  });

  test('that command runs at once, without a key, and passes', async () => {
    const { workspace, run, made } = await project();
    const { exitCode, stdout } = await run(...nextCommand(made.stdout));
    expect(stdout).toContain('PASSED  all 3 trials passed');
    expect(exitCode).toBe(0);
    expect((await workspace.rows()).map(({ score, target }) => `${score} ${target}`)).toEqual(['1 demo', '1 demo', '1 demo']);
  });

  test('its files are valid to the last warning', async () => {
    const { run } = await project();
    const { exitCode, stdout } = await run('validate', '.', '--strict');
    expect(stdout).toContain('valid: 1 suite, 3 cases, 0 errors, 0 warnings');
    expect(exitCode).toBe(0);
  });

  test('asks nothing, also when somebody could answer', async () => {
    const { folder } = await createWorkspace();
    expect((await runAssay(['init'], { cwd: folder, input: 'n\n' })).exitCode).toBe(0);
  });
});

describe('nothing that is there is written over', () => {
  test('a second time, everything is kept', async () => {
    const { workspace, run } = await project();
    await workspace.write({ 'evals/shop.yaml': '# mine\n' });
    const again = await run('init');
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.stdout).toContain(FILES.map((file) => `kept      ${file}\n`).join(''));
    expect(await workspace.read('evals/shop.yaml')).toBe('# mine\n');
  });

  test('.gitignore gets what it lacks, at its end', async () => {
    const { workspace, made, run } = await project({ '.gitignore': 'node_modules\n.assay/cache/' });
    expect(made.stdout).toContain('extended  .gitignore');
    const extended = 'node_modules\n.assay/cache/\n.assay/runs/\n.assay/audits/\n';
    expect(await workspace.read('.gitignore')).toBe(extended);
    expect((await run('init')).stdout).toContain('kept      .gitignore');
    expect(await workspace.read('.gitignore')).toBe(extended);
  });

  test('targets of one own are kept, and it is said what the example needs', async () => {
    const own = 'targets: [{ name: mine, provider: mock }]\n';
    const { workspace, made } = await project({ '.assay/targets.yaml': own });
    expect(made.stdout).toContain('kept      .assay/targets.yaml');
    expect(made.stdout).toContain('If it has no target "demo", name one of yours with --target.');
    expect(await workspace.read('.assay/targets.yaml')).toBe(own);
    expect(nextCommand(made.stdout)).toEqual(['run', 'evals/shop.yaml', '--target', 'mine']);
  });

  test.each(['.assay/targets.yaml', '.agentv/targets.yaml'])('what a project with %s runs, and when it passes, stays the same', async (path) => {
    const { run } = await project({
      [path]: 'targets: [{ name: default, provider: mock, reply: Hello }]\n',
      '.agentv/config.yaml': 'verdicts: { pass: 0.9 }\n',
      'mine.yaml': `evaluators: [{ type: contains, value: Hello, weight: 0.85 }, { type: contains, value: Bye, weight: 0.15 }]
evalcases: [{ id: a, expected_outcome: Greets, input: Hi }]
`,
    });
    const { exitCode, stdout } = await run('run', 'mine.yaml', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ groups: [{ target: 'default', failed: 0, borderline: 1 }] });
    expect(exitCode).toBe(0);
    expect((await run('validate', '.', '--strict')).stdout).toContain('0 errors, 0 warnings');
  });
});

describe('where no project can be written, a message says why, and the exit code is 2', () => {
  test.each([
    [{ 'here.txt': '' }, 'here.txt', 'here.txt is a file, not a folder'],
    [{ 'here.txt': '' }, 'here.txt/below', 'cannot write here.txt/below: a part of the path is no folder'],
    [{ 'p/.assay': '' }, 'p', 'cannot write p/.assay/targets.yaml: what stands there is no folder'],
    [{ 'p/.gitignore/x': '' }, 'p', 'cannot write p/.gitignore: a folder stands where a file is needed'],
  ])('%j, assay init %s', async (files, folder, message) => {
    const { made } = await project(files, folder);
    expect(made.stderr).toContain(`error: ${message}\n  fix: `);
    expect(made).toMatchObject({ exitCode: 2, stdout: '' });
  });

  test('a folder that must not be written to', async () => {
    const workspace = await createWorkspace();
    // Permissions mean nothing to root; nobody can make a folder in /proc.
    let folder = '/proc/assay-init-test';
    if (process.getuid?.() !== 0) {
      folder = join(workspace.folder, 'locked');
      await mkdir(folder);
      await chmod(folder, 0o500);
    }
    const { exitCode, stderr } = await runAssay(['init', folder], { cwd: workspace.folder });
    expect(stderr).toMatch(/error: cannot write .*evals\/shop\.yaml: (?:permission denied|a folder cannot be made there)/u);
    expect(exitCode).toBe(2);
  });
});

describe('assay init --from', () => {
  const LABELLED = `text,Sentiment\n${['fine,good', 'bad,poor', 'nice,good', 'awful,poor', 'great,good', 'worse,poor'].join('\n')}\n`;

  test('writes what a table needs, says what it guessed, and how to run it; nothing is written over', async () => {
    const { workspace, run, made } = await project({ 'data/tone of voice.csv': LABELLED }, '--from', 'data/tone of voice.csv');
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    expect(made.stdout).toBe(`written   data/tone of voice.yaml

Guessed from the table; change it in the file:
  "text" is what is asked
  "Sentiment" is the right label: good, poor

Next: assay run 'data/tone of voice.csv' --target openai:gpt-4o-mini
`);
    const valid = await run('validate', 'data', '--strict');
    expect(valid.stdout).toContain('valid: 1 suite, 6 cases, 0 errors, 0 warnings');
    const ran = await run('run', 'data/tone of voice.csv', '--target', 'mock', '--json');
    expect(JSON.parse(ran.stdout)).toMatchObject({ groups: [{ trials: 6, classifications: [{ items: 6 }] }] });
    const again = await run('init', '--from', 'data/tone of voice.csv');
    expect(again).toMatchObject({ exitCode: 2, stdout: '', stderr: 'error: data/tone of voice.yaml is there already\n  fix: add --force to write over it\n' });
    await workspace.write({ 'data/tone of voice.yaml': 'mine: 1\n' });
    expect((await run('init', '--from', 'data/tone of voice.csv', '--force')).exitCode).toBe(0);
    expect(await workspace.read('data/tone of voice.yaml')).toContain("labels: ['good', 'poor']");
  });

  testTables([
    ['lines of JSON', 'a.jsonl', '{"question":"Why?","answer":3}\n{"question":"How?","answer":"So","more":[1]}\n'],
    ['semicolons, quotes and line breaks', 'a.csv', '\uFEFFquestion;answer\r\n"one\r\ntwo";"an ""answer"""\r\nx;y\r\n'],
  ]);

  test('a first line that looks like a row is told', async () => {
    const hint = 'the first line is taken for the names of the columns: if it is a row like the others, write names above it';
    expect((await project({ 'a.csv': 'What is 1+1?,2\nWhat is 2+2?,4\n' }, '--from', 'a.csv')).made.stdout).toContain(hint);
    expect((await project({ 'a.csv': 'question,answer\nWhat is 2+2?,4\n' }, '--from', 'a.csv')).made.stdout).not.toContain('first line');
  });

  testNoTables([
    ['nothing there', 'none.csv', {}, 'none.csv:1:1: error:'],
    ['an empty file', 'a.csv', { 'a.csv': '' }, 'a.csv:1:1: error: the table has no rows'],
    ['cases', 'a.jsonl', { 'a.jsonl': '{"id":"a","input":"x","expected_outcome":"y"}\n' }, 'a.jsonl:1:1: error: this is no table: its cases say themselves what is asked'],
  ]);
});

import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace } from './support/workspace.js';

const FILES = ['evals/shop.yaml', 'evals/demo-assistant.mjs', '.assay/targets.yaml', '.assay/config.yaml', '.gitignore'];

async function project(files: Readonly<Record<string, string>> = {}, ...args: string[]) {
  const workspace = await createWorkspace(files);
  const run = (...all: string[]) => runAssay(all, { cwd: workspace.folder });
  return { workspace, run, made: await run('init', ...args) };
}

/** The arguments of the command that `assay init` ends with. */
function nextCommand(stdout: string): string[] {
  const [, command = ''] = /^Next: assay (.+)$/mu.exec(stdout) ?? [];
  return command.split(' ');
}

/** A file with its commented-out YAML made real; sentences stay comments. */
function uncommented(text: string): string {
  return text.replaceAll(/^( *)# (?=(?: {2})*(?:- )?[a-z][\w-]*:(?: |$)|(?: {2})+- )/gmu, '$1');
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

  test('its checks can fail: another reply does not pass', async () => {
    const { workspace, run } = await project();
    await workspace.write({ 'evals/demo-assistant.mjs': 'console.log("Of course, we guarantee it.")' });
    expect((await run('run', 'evals/shop.yaml')).exitCode).toBe(1);
    expect((await workspace.rows()).map(({ verdict }) => verdict)).toEqual(['fail', 'fail', 'fail']);
  });

  test('its files are valid to the last warning', async () => {
    const { run } = await project();
    const { exitCode, stdout } = await run('validate', '.', '--strict');
    expect(stdout).toContain('valid: 1 suite, 3 cases, 0 errors, 0 warnings');
    expect(exitCode).toBe(0);
  });

  test('what it shows in comments is right too', async () => {
    const { workspace, run } = await project();
    for (const file of FILES.filter((name) => name.endsWith('.yaml'))) {
      await workspace.write({ [file]: uncommented(await workspace.read(file)) });
    }
    const targets = await run('list', 'targets', '--json');
    expect(JSON.parse(targets.stdout)).toMatchObject([{ name: 'demo' }, { name: 'gpt' }, { name: 'claude' }]);
    const valid = await run('validate', '.', '--strict');
    expect(valid.stdout).toContain('valid: 1 suite, 4 cases, 0 errors, 0 warnings');
    const keys = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', GEMINI_API_KEY: 'k', GOOGLE_API_KEY: 'k', MISTRAL_API_KEY: 'k' };
    for (const target of ['gpt', 'claude']) {
      const dry = await runAssay(['run', 'evals', '--target', target, '--dry-run'], { cwd: workspace.folder, env: keys });
      expect(dry).toMatchObject({ exitCode: 0, stderr: '' });
    }
  });

  test('asks nothing, also when somebody could answer', async () => {
    const { folder } = await createWorkspace();
    expect((await runAssay(['init'], { cwd: folder, input: 'n\n' })).exitCode).toBe(0);
  });

  test('another folder is made, and the next command goes there', async () => {
    const { workspace, made } = await project({}, "my evals/it's");
    expect(made.stdout).toContain(String.raw`Next: cd 'my evals/it'\''s' && assay run evals/shop.yaml`);
    const cwd = join(workspace.folder, "my evals/it's");
    expect((await runAssay(['run', 'evals/shop.yaml'], { cwd })).exitCode).toBe(0);
    await expect(readFile(join(workspace.folder, '.gitignore'))).rejects.toThrow('ENOENT');
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
    const extended = 'node_modules\n.assay/cache/\n.assay/runs/\n';
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

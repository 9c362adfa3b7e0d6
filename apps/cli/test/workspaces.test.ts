import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { TWICE } from './support/projects/twice-checked-workspace.js';
import { AGENT, lines, project, SUITE } from './support/projects/workspace-project.js';
import { NAMED, SHARED } from './support/projects/workspace-in-a-file.js';

describe('the folder of a trial', () => {
  test('is a fresh copy of the template for every case and repeat; scripts see it, and then it is gone', async () => {
    const { run, rows, left, read, folder } = await project();
    const { exitCode, stdout, stderr } = await run('--repeat', '2');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) });
    expect(stdout).toContain('PASSED');
    const places = (await rows('run')).map(({ output, score, warnings }) => ({ place: /worked in (.*)/u.exec(output?.text ?? '')?.[1], score, warnings }));
    expect(places.map(({ score, warnings }) => ({ score, warnings }))).toEqual(Array.from({ length: 4 }, () => ({ score: 1, warnings: [] })));
    expect(new Set(places.map(({ place }) => place)).size).toBe(4);
    expect(places.every(({ place }) => place?.startsWith(join(folder, 'tmp/assay-workspaces-')))).toBe(true);
    expect(await left()).toEqual([]);
    expect(await read('template/notes.txt')).toBe('first\n');
  });

  test('links are copied as links, and pipes are left out', async () => {
    const { run, rows, folder } = await project({ 'agents/agent.sh': 'cat > /dev/null; readlink link; ls', 'checks/count.sh': 'cat >/dev/null; echo true', 'secret.txt': 'x' });
    await symlink('../secret.txt', join(folder, 'template/link'));
    expect(spawnSync('mkfifo', [join(folder, 'template/pipe')]).status).toBe(0);
    expect((await run('--id', 'one')).exitCode).toBe(0);
    expect((await rows('run'))[0]?.output?.text).toBe('../secret.txt\nlink\nnotes.txt');
  });

  test('--keep-workspaces leaves them, and says where', async () => {
    const { run, left, folder, read } = await project();
    const { exitCode, stderr, stdout } = await run('--keep-workspaces', '--id', 'two');
    expect(exitCode).toBe(0);
    const [root = ''] = await left();
    expect(`${stdout}${stderr}`).toContain(`the workspaces were kept in ${join(folder, 'tmp', root)}`);
    const [name = ''] = await readdir(join(folder, 'tmp', root));
    expect(name).toMatch(/^two-/u);
    expect(await read(`tmp/${root}/${name}/notes.txt`)).toBe('first\nline of two\n');
  });

  test('a case says what is different, and may have one alone', async () => {
    const suite = `
execution: { target: agent }
assert: [{ type: contains, value: from case }]
tests:
  - { id: one, criteria: c, input: i, workspace: { template: other } }
`;
    const { run } = await project({ 'suite.yaml': suite, 'other/notes.txt': 'from case\n', 'agents/agent.sh': 'cat >/dev/null; cat notes.txt' });
    expect((await run()).exitCode).toBe(0);
  });

  test('every row of a table has one', async () => {
    const table = { 'rows.csv': 'input,expected\none,first\ntwo,first\nthree,first\n', 'rows.yaml': 'workspace: { template: template }\nexecution: { target: agent }\nevaluators: [{ type: contains, value: first }]\n' };
    const { folder, rows } = await project({ ...table, 'agents/agent.sh': 'cat >/dev/null; cat notes.txt' });
    const { exitCode } = await runAssay(['run', 'rows.csv', '--out', 'run'], { cwd: folder });
    expect(exitCode).toBe(0);
    expect((await rows('run')).map(({ output }) => output?.text)).toEqual(['first', 'first', 'first']);
  });

  test('targets that are no programs do not see it; hooks and scripts do', async () => {
    const server = await startChatServer(() => 'hello');
    const suite = `${SUITE.replace('template: template', 'hooks: { before_each: { command: \'echo hooked > "$ASSAY_WORKSPACE/hooked.txt"\' } }')}`;
    const { run } = await project({
      'suite.yaml': suite,
      'checks/count.sh': 'grep -q "\\"workspace_path\\":\\"$ASSAY_WORKSPACE\\"" && test -f "$ASSAY_WORKSPACE/hooked.txt" && echo true || echo false',
      '.assay/targets.yaml': `targets:\n  - {name: agent, provider: openai, model: m, endpoint: '${server.url}', api_key: k}\n`,
    });
    expect((await run()).exitCode).toBe(0);
  });
});

describe('a workspace in a file of its own', () => {
  test('is read from there: its paths go from that folder, and its hooks run in it', async () => {
    const { run, read, folder } = await project({ ...SHARED, 'suite.yaml': NAMED });
    const { exitCode, stdout, stderr } = await run('--concurrency', '1');
    expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0 });
    expect(lines(await read('shared/tools/log'))).toEqual([join(folder, 'shared/tools'), join(folder, 'shared/tools')]);
    const cases = await runAssay(['cases', 'suite.yaml', '--id', 'one', '--json'], { cwd: folder });
    expect(JSON.parse(cases.stdout)).toMatchObject({ workspace: { template: 'template', hooks: { before_each: { command: ['sh', 'prepare.sh'], cwd: 'shared' }, after_each: { cwd: 'shared/tools' } } } });
  });

  test.each([
    [{ 'shared/workspace.yaml': 'workspace: { template: ../template }\n' }, 'shared/workspace.yaml:1:1: error: unknown key "workspace" in workspace', 'the file is the workspace: write template and hooks without workspace around them'],
    [{ 'shared/workspace.yaml': 'template: template\n' }, 'shared/workspace.yaml:1:11: error: the folder "template" was not found; searched: shared/template', 'fix:'],
    [{ 'shared/workspace.yaml': 'hooks: { before_each: [x] }\nisolation: shared\n' }, 'shared/workspace.yaml:2:12: error: isolation "shared" is not supported', 'write per_test'],
    [{ 'shared/workspace.yaml': 'template: [\n' }, 'shared/workspace.yaml:2:1: error:', 'fix:'],
    [{ 'shared/workspace.yaml': '\n' }, 'suite.yaml:3:12: error: shared/workspace.yaml is empty', 'write the path of a YAML file'],
    [{ 'suite.yaml': NAMED.replace('shared/', 'nowhere/') }, 'suite.yaml:3:12: error: the file of a workspace "nowhere/workspace.yaml" was not found; searched: nowhere/workspace.yaml', 'write the path of a YAML file'],
    [{ 'suite.yaml': NAMED.replace('shared/workspace.yaml', '../../etc.yaml') }, 'error: the file of a workspace', 'fix:'],
    [{ 'suite.yaml': NAMED.replace('shared/workspace.yaml', 'template') }, 'suite.yaml:3:12: error: the file of a workspace must be a YAML file: "template"', 'write the path of a YAML file'],
  ])('%j is told at its place', async (files, message, hint) => {
    const { folder } = await project({ ...SHARED, 'suite.yaml': NAMED, ...files });
    const { exitCode, stdout, stderr } = await runAssay(['validate', 'suite.yaml'], { cwd: folder });
    expect(exitCode).toBe(2);
    expect(`${stdout}${stderr}`).toContain(message);
    expect(`${stdout}${stderr}`).toContain(hint);
  });

  test('is not read for a file that nobody vouches for', async () => {
    const { run } = await project({ ...SHARED, 'suite.yaml': NAMED, 'shared/workspace.yaml': 'hooks: SECRET\n' });
    const { exitCode, stdout, stderr } = await run('--untrusted');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('suite.yaml:3:1: error: a workspace runs commands');
    expect(`${stdout}${stderr}`).not.toContain('SECRET');
  });
});

describe('hooks', () => {
  const HOOKED = SUITE.replace('  template: template\n', `  template: template
  hooks:
    before_all: { command: 'cat >> before_all.json; echo prepared > "$ASSAY_WORKSPACE/prepared.txt"; echo before_all >> log' }
    before_each: { command: [sh, -c, 'cat >> each.jsonl; echo >> each.jsonl; echo "before_each $1" >> log', name, '{{test_id}}'] }
    after_each: { command: 'cat > /dev/null; cat "$ASSAY_WORKSPACE/made.txt" >> log' }
    after_all: { command: 'cat > /dev/null; echo after_all >> ../log', cwd: checks }
`);

  test('run around all trials and around each, in the suite’s folder, and are told what they are about', async () => {
    const { run, read, folder } = await project({ 'suite.yaml': HOOKED.replace('input: Add a line }', 'input: Add a line, metadata: { level: 3 } }'), 'agents/agent.sh': `test -f prepared.txt || exit 3; ${AGENT}` });
    const { exitCode } = await run('--concurrency', '1', '--repeat', '2');
    expect(exitCode).toBe(0);
    const order = ['before_each one', 'made', 'before_each one', 'made', 'before_each two', 'made', 'before_each two', 'made'];
    expect(lines(await read('log'))).toEqual(['before_all', ...order, 'after_all']);
    const path = expect.stringContaining(join(folder, 'tmp/assay-workspaces-'));
    const runId = expect.stringMatching(/^\d{4}-/u);
    expect(JSON.parse(await read('before_all.json'))).toEqual({ workspace_path: path, test_id: null, eval_run_id: runId, case_input: null, case_metadata: null });
    expect(JSON.parse(lines(await read('each.jsonl'))[0] ?? '')).toEqual({ workspace_path: path, test_id: 'one', eval_run_id: runId, case_input: 'Add a line', case_metadata: { level: 3 } });
  });

  test.each([
    ['before_each', '{ command: "echo no disk >&2; exit 4" }', 'before_each of the workspace failed with exit code 4; its standard error ends with:\nno disk'],
    ['before_all', '{ command: [no-such-program] }', 'before_all of the workspace cannot run: there is no program "no-such-program"'],
    ['before_each', '{ command: "sleep 30", timeout_ms: 300 }', 'before_each of the workspace did not finish within 0.3 s'],
  ])('a %s that fails (%s): the target is not asked, the case is unscored, and the run undecided', async (name, hook, message) => {
    const { run, rows, left, folder } = await project({ 'suite.yaml': SUITE.replace('template: template', `template: template\n  hooks: { ${name}: ${hook} }`), 'agents/agent.sh': 'touch "$(dirname "$0")/../asked"; echo hi' });
    const { exitCode, stdout } = await run();
    expect(exitCode).toBe(3);
    expect(stdout).toContain(name);
    for (const row of await rows('run')) {
      expect(row).toMatchObject({ status: 'error', score: null, verdict: null, output: null, error: { code: 'workspace' } });
      expect(row.error?.message).toContain(message);
    }
    expect(existsSync(join(folder, 'asked'))).toBe(false);
    expect(await left()).toEqual([]);
  });

  test('an after_each that fails is a warning of the row', async () => {
    const { run, rows } = await project({ 'suite.yaml': SUITE.replace('template: template', 'template: template\n  hooks: { after_each: { command: "exit 7" } }') });
    expect((await run('--id', 'one')).exitCode).toBe(0);
    expect((await rows('run')).map(({ warnings, score }) => ({ warnings, score }))).toEqual([{ warnings: ['after_each of the workspace failed with exit code 7'], score: 1 }]);
  });
});

describe('what goes by replies alone', () => {
  test('outputs of elsewhere are scored without a folder, and no hook runs', async () => {
    const { folder } = await project({ 'suite.yaml': TWICE.replace('template: template', 'template: template\n  hooks: { before_each: { command: "touch hooked" } }'), 'out.jsonl': '{"id": "one", "text": "a"}\n{"id": "two", "text": "a"}\n' });
    const { exitCode, stdout } = await runAssay(['score', 'suite.yaml', '--outputs', 'out.jsonl', '--out', 'run'], { cwd: folder });
    expect(exitCode).toBe(3);
    expect(stdout).toContain('there is none');
    expect(existsSync(join(folder, 'hooked'))).toBe(false);
  });
});

describe('what cannot be', () => {
  test.each([
    ['template: nowhere', '4:13', 'the folder "nowhere" was not found'],
    ['template: suite.yaml', '4:13', '"suite.yaml" is no folder'],
    ['template: ..', '4:13', 'lies outside the project root'],
    ['template: ""', '4:13', 'template is empty'],
    ['templat: template', '4:3', 'unknown key "templat" in workspace'],
    ['mode: pooled', '4:9', 'mode "pooled" is not supported: every trial has a new folder of its own'],
    ['hooks: { before_each: { comand: x } }', '4:27', 'unknown key "comand" in before_each'],
    ['hooks: { before_each: { timeout_ms: 0, command: x } }', '4:39', 'timeout_ms must be a number of milliseconds above 0'],
    ['hooks: { before: { command: x } }', '4:12', 'unknown key "before" in hooks'],
    ['hooks: { before_each: { command: "x {{test_id}}" } }', '4:36', 'in one line of text {{test_id}} is not filled in'],
  ])('%s is told at %s', async (written, place, message) => {
    const { folder } = await project({ 'suite.yaml': SUITE.replace('template: template', written) });
    const { exitCode, stdout, stderr } = await runAssay(['validate', 'suite.yaml'], { cwd: folder });
    expect(exitCode).toBe(2);
    expect(`${stdout}${stderr}`).toContain(`suite.yaml:${place}`);
    expect(`${stdout}${stderr}`).toContain(message);
  });

  test('a project that is not trusted, and batches: nothing runs', async () => {
    const { run, folder } = await project();
    const untrusted = await run('--untrusted');
    expect(untrusted).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('suite.yaml:3:1: error: a workspace runs commands') });
    const batch = await run('--batch');
    expect(batch).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('case "one" has a workspace, and --batch') });
    expect(existsSync(join(folder, 'run'))).toBe(false);
  });
});

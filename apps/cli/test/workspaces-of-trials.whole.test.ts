import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { runAssay } from './support/commands/warm-assay.js';
import { TWICE } from './support/projects/twice-checked-workspace.js';
import { lines, project, SUITE } from './support/projects/workspace-project.js';

describe('the folder of a trial', () => {
  test('another try after one that failed begins with a fresh copy', async () => {
    const failing = `cat > /dev/null; echo again >> notes.txt; test "$ASSAY_ATTEMPT" = 2 || { echo busy >&2; sleep 30; }; echo x > made.txt; cat notes.txt`;
    const { run, rows } = await project({ 'agents/agent.sh': failing });
    const { exitCode } = await run('--id', 'one', '--timeout', '2');
    const [row] = await rows('run');
    expect({ text: row?.output?.text, sent: row?.attempts?.sent, exitCode }).toEqual({ text: 'first\nagain', sent: 2, exitCode: 0 });
  });
});

describe('hooks', () => {
  test('cases whose own hooks differ share what is prepared for all', async () => {
    const { run, read } = await project({ 'suite.yaml': SUITE.replace('template: template', 'template: template\n  hooks: { before_all: { command: "echo all >> log" } }').replace('input: Add a line }', 'input: Add a line, workspace: { hooks: { before_each: { command: "echo each >> log" } } } }') });
    expect((await run('--concurrency', '1')).exitCode).toBe(0);
    expect(lines(await read('log'))).toEqual(['all', 'each']);
  });

  test.each([
    ['rm -r "$ASSAY_WORKSPACE"', 'before_each of the workspace removed the folder '],
    ['rm -r "$ASSAY_WORKSPACE"; ln -s "$PWD/template" "$ASSAY_WORKSPACE"', 'before_each of the workspace put something else in the place of the folder '],
    ['echo 3 tests failed; exit 1', 'failed with exit code 1; its standard output ends with:\n3 tests failed'],
  ])('a before_each that does `%s` fails, and what belongs to the project is not touched', async (command, message) => {
    const { run, rows, left, read } = await project({ 'suite.yaml': SUITE.replace('template: template', `template: template\n  hooks: { before_each: { command: '${command}' } }`) });
    expect((await run('--id', 'one')).exitCode).toBe(3);
    expect((await rows('run'))[0]).toMatchObject({ output: null, error: { code: 'workspace', message: expect.stringContaining(message) } });
    expect(await left()).toEqual([]);
    expect(await read('template/notes.txt')).toBe('first\n');
  });

  test.each([['before_all', 'after_all'], ['before_each', 'after_each']])('what a %s that fails has begun, %s ends', async (before, after) => {
    const hooks = `{ ${before}: { command: 'touch up; exit 3' }, ${after}: { command: 'rm up; pwd; exit 4', cwd: . } }`;
    const { run, rows, folder } = await project({ 'suite.yaml': SUITE.replace('template: template', `template: template\n  hooks: ${hooks}`) });
    expect((await run('--id', 'one')).exitCode).toBe(3);
    expect(existsSync(join(folder, 'up'))).toBe(false);
    expect((await rows('run'))[0]?.error?.message).toBe(`${before} of the workspace failed with exit code 3\n${after} of the workspace failed with exit code 4; its standard output ends with:\n${folder}`);
  });

  test('a hook whose cwd is missing says so', async () => {
    const { run, rows, folder } = await project({ 'suite.yaml': SUITE.replace('template: template', 'template: template\n  hooks: { before_each: { command: ls, cwd: nowhere } }') });
    expect((await run('--id', 'one')).exitCode).toBe(3);
    expect((await rows('run'))[0]?.error).toMatchObject({ message: `before_each of the workspace cannot run: there is no folder ${join(folder, 'nowhere')}`, hint: 'cwd starts from the folder of the suite' });
  });

  test('hooks that are switched off do not run', async () => {
    const { run } = await project({ 'suite.yaml': SUITE.replace('template: template', 'template: template\n  hooks: { enabled: false, before_each: { command: "exit 7" } }') });
    expect((await run()).exitCode).toBe(0);
  });
});

test.each(['eval-cases', 'jsonl'])('a suite that is converted to %s in another folder has the same workspace', async (format) => {
  const suite = SUITE.replace('[sh, checks/count.sh]', '"cat > /dev/null; grep -q prepared \\"$ASSAY_WORKSPACE/notes.txt\\" && echo true || echo false"')
    .replace('template: template', 'template: template\n  hooks: { before_all: { command: [sh, checks/prepare.sh] }, before_each: { command: [sh, prepare.sh], cwd: checks, timeout_ms: 9000 } }');
  const { folder, read } = await project({ 'suite.yaml': suite, 'checks/prepare.sh': 'cat > /dev/null; echo prepared >> "$ASSAY_WORKSPACE/notes.txt"' });
  const file = format === 'jsonl' ? 'other/place/set.jsonl' : 'other/place/set.yaml';
  await mkdir(join(folder, 'other/place'), { recursive: true });
  const converted = await runAssay(['convert', 'suite.yaml', '--to', format, '--out', file, '--strict'], { cwd: folder });
  expect(converted).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('warning') });
  expect(await read(file)).toContain('../../checks');
  const { exitCode, stdout, stderr } = await runAssay(['run', file, '--target', 'agent'], { cwd: folder });
  expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0 });
});

test('Ctrl-C: agent and hooks end, what tidies up runs, and no folder stays', async () => {
  const suite = SUITE.replace('template: template', `template: template\n  hooks: { after_each: { command: 'cat > /dev/null; echo tidy >> log' }, after_all: { command: 'cat > /dev/null; echo all >> log' } }`);
  const { folder, left, read } = await project({ 'suite.yaml': suite, 'agents/agent.sh': `cat > /dev/null; echo $$ > "${'$'}{ASSAY_WORKSPACE}/../../../pid"; exec sleep 60` });
  const { child, finished } = startAssay(['run', 'suite.yaml', '--out', 'run', '--id', 'one'], { cwd: folder, env: { TMPDIR: join(folder, 'tmp') } });
  while (!existsSync(join(folder, 'pid')) || (await readFile(join(folder, 'pid'), 'utf8')) === '') await sleep(20);
  const pid = Number(await read('pid'));
  child.kill('SIGINT');
  expect((await finished).exitCode).toBe(130);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(await left()).toEqual([]);
  expect(lines(await read('log'))).toEqual(['tidy', 'all']);
});

describe('what goes by replies alone', () => {
  test('scoring again has no folder: scripts that need it are unscored, and others are not', async () => {
    const { run, rows, folder } = await project({ 'suite.yaml': TWICE });
    expect((await run('--id', 'one')).exitCode).toBe(0);
    const again = await runAssay(['run', '--rescore', 'run'], { cwd: folder });
    expect(again.exitCode).toBe(3);
    const [row] = await rows('run').then((all) => all.slice(-1));
    expect(row?.evaluators.map(({ name, score, error }) => [name, score, error?.message])).toEqual([
      ['script', null, 'the script looks at the workspace, and there is none: it was removed with the trial that the reply is of'],
      ['reply', 1, undefined],
    ]);
  });
});

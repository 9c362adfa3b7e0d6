import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = `evalcases:
  - { id: "pay\\u200bnow", expected_outcome: Says it, input: hello, tags: ["q\\u2060a", "end "], evaluators: [{ type: contains, value: hello }] }
  - { id: "last ", expected_outcome: Says it, input: hello, evaluators: [{ type: contains, value: hello }] }
  - { id: plain, expected_outcome: Says it, input: hello, evaluators: [{ type: contains, value: hello }] }
`;
const TARGETS = `targets:
  - { name: "near\\u200b", provider: mock }
  - { name: "wide ", provider: mock }
  - { name: wide-2, provider: mock }
`;

/** Ids of the cases that a choice leaves. */
async function left(...choice: string[]): Promise<unknown> {
  const { folder } = await createWorkspace({ 'suite.yaml': SUITE });
  const { stdout, stderr } = await runAssay(['cases', 'suite.yaml', '--json', ...choice], { cwd: folder });
  expect(stderr).toBe('');
  return stdout.trim().split('\n').map((line) => (JSON.parse(line) as { id: string }).id);
}

describe('cases are chosen by what messages show of their ids and tags, and by what these are', () => {
  test.each([
    ['an id with the code of a mark that nobody sees', '--id', String.raw`pay\u200bnow`, 'pay\u200Bnow'],
    ['the mark itself', '--id', 'pay\u200Bnow', 'pay\u200Bnow'],
    ['a glob with the code', '--id', String.raw`p*y\u200bn*`, 'pay\u200Bnow'],
    ['a tag with the code', '--tag', String.raw`q\u2060a`, 'pay\u200Bnow'],
    ['a blank at the end of an id', '--id', 'last ', 'last '],
    ['a blank at the end of a tag', '--tag', 'end ', 'pay\u200Bnow'],
    ['blanks around an id that has none', '--id', ' plain ', 'plain'],
  ])('%s', async (_what, option, written, id) => {
    expect(await left(option, written)).toEqual([id]);
  });

  test('the names of a hint can be given as they are printed', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': SUITE });
    const { stderr } = await runAssay(['run', 'suite.yaml', '--target', 'mock', '--id', 'nothing'], { cwd: folder });
    const [, first = ''] = /ids are for example: ([^,]+),/u.exec(stderr) ?? [];
    expect([first, await left('--id', first)]).toEqual([String.raw`pay\u200bnow`, ['pay\u200Bnow']]);
  });

  test('a backslash in an id is no code', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': SUITE.replace(String.raw`"pay\u200bnow"`, String.raw`'pay\u200bnow'`) });
    const { stdout } = await runAssay(['cases', 'suite.yaml', '--json', '--id', String.raw`pay\u200bnow`], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ id: String.raw`pay\u200bnow` });
  });
});

describe('targets are chosen by what messages show of their names, and by what these are', () => {
  test.each([
    [String.raw`near\u200b`, 'near\u200B'],
    ['near\u200B', 'near\u200B'],
    ['wide ', 'wide '],
    [' wide-2 ', 'wide-2'],
  ])('%j for a run and for what is read of it', async (written, name) => {
    const { folder, read } = await createWorkspace({ 'suite.yaml': SUITE, '.assay/targets.yaml': TARGETS });
    const { exitCode, stderr } = await runAssay(['run', 'suite.yaml', '--target', written, '--out', 'run'], { cwd: folder });
    expect([exitCode, stderr.includes('warning')]).toEqual([0, false]);
    expect(JSON.parse((await read('run/results.jsonl')).split('\n')[0] ?? '')).toMatchObject({ target: name });
    const shown = await runAssay(['show', 'run', '--target', written, '--suite', ' suite', '--id', String.raw`pay\u200bnow`, '--brief'], { cwd: folder });
    expect([shown.exitCode, shown.stdout.trim().split('\n').length]).toEqual([0, 1]);
    const compared = await runAssay(['compare', 'run', 'run', '--target-a', written, '--target-b', written], { cwd: folder });
    expect(compared.stdout).toContain('equal in 3.');
    expect((await runAssay(['baseline', 'save', 'run', '--target', written], { cwd: folder })).exitCode).toBe(0);
  });

  test('a name that is meant with a blank is suggested with it, and found so', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': SUITE, '.assay/targets.yaml': TARGETS });
    const { stderr } = await runAssay(['run', 'suite.yaml', '--target', 'wide'], { cwd: folder });
    expect(stderr).toContain('did you mean "wide "?');
  });
});

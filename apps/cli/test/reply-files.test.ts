import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONVERT, oneCase, project, SUITE, XLSX } from './support/projects/agent-with-files.js';
import type { ChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** What the judges were shown, request by request. */
function shown({ requests }: ChatServer): readonly string[] {
  return requests.map(({ text }) => text);
}

describe('files of a reply', () => {
  test('judges see them as text: by the command for their type, else as they are', async () => {
    const { run, rows, server, folder } = await project({ 'a.yaml': `${SUITE}${oneCase('both')}` });
    expect((await run()).exitCode).toBe(0);
    const [asked = ''] = shown(server);
    expect(asked).toContain(`Here is the sheet.\n\n<file path="out/both.xlsx">\ncells 5 out/both.xlsx ${XLSX}\n</file>\n\n<file path="out/both.txt">\nfirst\nsecond\n</file>`);
    const [row] = await rows();
    // Scores of checks are about what was said; what the judges saw of the files can be read in the row.
    expect(row?.output?.text).toBe('Here is the sheet.');
    expect(row?.output?.messages).toEqual([{ role: 'assistant', content: [{ type: 'text', value: 'Here is the sheet.' }, expect.objectContaining({ type: 'file', value: 'out/both.xlsx', mediaType: XLSX, digest: expect.stringMatching(/^[0-9a-f]{64}$/u) }), expect.anything()] }]);
    expect(row?.evaluators[0]?.details).toEqual({ files: [{ path: 'out/both.xlsx', media_type: XLSX, characters: expect.any(Number), text: `cells 5 out/both.xlsx ${XLSX}` }, { path: 'out/both.txt', media_type: 'text/plain', characters: 12, text: 'first\nsecond' }] });
    expect(JSON.stringify(row?.output)).not.toContain(folder);
  });

  test('files without a word are a reply, in a workspace too; checks of texts have nothing to look at', async () => {
    const checks = ', assert: [{ type: llm-grader }, "Has totals", { type: g-eval, value: Tidy }, { type: not-contains, value: sorry }]';
    const { run, rows, server } = await project({ 'a.yaml': `${SUITE}${oneCase('wordless', checks)}${oneCase('typeless', ', workspace: { template: template }')}`, 'template/a.txt': '' });
    expect((await run()).exitCode).toBe(3);
    const asked = shown(server);
    expect(asked).toHaveLength(4);
    for (const request of asked) expect(request).toMatch(/<file path="out\/\w+\.xlsx">\ncells 5 /u);
    const [typeless, wordless] = (await rows()).toSorted((one, other) => one.caseId.localeCompare(other.caseId));
    expect(wordless?.evaluators.map(({ type, score, error }) => [type, score, error?.code])).toEqual([
      ['llm_judge', 1, undefined],
      ['rubric', expect.any(Number), undefined],
      ['g_eval', expect.any(Number), undefined],
      ['not_contains', null, 'empty_reply'],
    ]);
    expect(typeless?.score).toBe(1);
  });

  test('what an evaluator says of a type comes before what its suite says', async () => {
    const own = ', assert: [{ name: one, type: llm-grader, preprocessors: [{ type: xlsx, command: [node, convert.mjs, own] }] }, { name: two, type: llm-grader }]';
    const { run, server } = await project({ 'a.yaml': `${SUITE}${oneCase('sheet', own)}` });
    expect((await run()).exitCode).toBe(0);
    expect(shown(server).map((request) => /(?:own|cells) 5 out\/sheet/u.exec(request)?.[0]).toSorted()).toEqual(['cells 5 out/sheet', 'own 5 out/sheet']);
  });

  test('without preprocessors judges see none, and the row says so; an empty list shows files of text', async () => {
    const { run, rows, server, write } = await project({ 'a.yaml': `target: agent\ntests:\n${oneCase('both')}` });
    expect((await run('--out', 'one')).exitCode).toBe(0);
    expect(shown(server)[0]).not.toContain('second');
    expect((await rows('one'))[0]?.warnings).toEqual([expect.stringMatching(/llm_judge: the reply names files that the judges do not see; write preprocessors: \[\]/u)]);
    await write({ 'a.yaml': `preprocessors: []\ntarget: agent\ntests:\n${oneCase('both')}` });
    expect((await run('--out', 'two')).exitCode).toBe(3);
    expect((await rows('two'))[0]?.evaluators[0]?.error).toMatchObject({ message: expect.stringContaining('is not text in UTF-8'), hint: expect.stringContaining(`- type: ${XLSX}`) });
  });
});

test('replies are scored again by other preprocessors from the same files, and not from others of their names', async () => {
  const { run, rows, server, write, folder } = await project({ 'a.yaml': `${SUITE}${oneCase('both')}` });
  const again = (how: string) => runAssay(['run', how, 'runs/1'], { cwd: folder });
  expect((await run('--out', 'runs/1')).exitCode).toBe(0);
  const [before] = await rows('runs/1');
  await write({ 'a.yaml': `${SUITE.replace('convert.mjs', 'convert.mjs, anew')}${oneCase('both')}`, 'agent.mjs': 'process.exit(1)' });
  expect((await again('--resume')).exitCode).toBe(0);
  const [after] = await rows('runs/1').then((all) => all.slice(-1));
  expect(after?.scoringKey).not.toBe(before?.scoringKey);
  expect(shown(server).at(-1)).toContain('anew 5 out/both.xlsx');
  await write({ 'out/both.xlsx': 'another sheet' });
  expect((await again('--rescore')).exitCode).toBe(3);
  const [changed] = await rows('runs/1').then((all) => all.slice(-1));
  expect([changed?.score, changed?.evaluators[0]?.error?.message]).toEqual([null, 'the file "out/both.xlsx" of the reply is another one by now: it was changed after the reply']);
});

test('their commands need trust, are no place for variables, and are checked where they stand', async () => {
  const { folder, write } = await createWorkspace({ 'a.yaml': `${SUITE}${oneCase('a')}`, 'convert.mjs': CONVERT });
  const validate = async (...args: readonly string[]) => (await runAssay(['validate', 'a.yaml', ...args], { cwd: folder })).stdout;
  expect(await validate('--untrusted')).toMatch(/a\.yaml:2:\d+: error: .*program/u);
  await write({ 'a.yaml': `vars: { tool: rm }\n${SUITE.replace('convert.mjs', "'{{tool}}'")}${oneCase('a')}` });
  expect(await validate()).toContain('a.yaml:3:3: error: variables cannot stand in a command');
  await write({ 'a.yaml': `${SUITE.replace('convert.mjs', 'none.mjs')}${oneCase('a')}` });
  expect(await validate()).toMatch(new RegExp(`a\\.yaml:2:\\d+: error: .*there is no file ${join(folder, 'none.mjs')}`, 'u'));
  await write({ 'a.yaml': `${SUITE.replace('type: xlsx, ', '')}${oneCase('a')}` });
  expect(await validate()).toMatch(/a\.yaml:2:\d+: error: .*type is required/u);
  await write({ 'a.yaml': `preprocessors: xlsx\n${oneCase('a').replace('  - ', 'tests:\n  - ')}` });
  expect(await validate()).toMatch(/a\.yaml:1:16: error: .*preprocessors must be a list/u);
  await write({ 'a.yaml': `tests:\n${oneCase('a', ', preprocessors: []')}` });
  expect(await validate()).toContain('preprocessors is not supported');
});

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/chat-server.js';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace } from './support/workspace.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Writes what the case asks for, and names it in its reply. */
const AGENT = `import { mkdirSync, writeFileSync } from 'node:fs';
const id = process.env.ASSAY_CASE_ID;
const file = (path, media_type) => ({ type: 'file', path, media_type });
const text = (said) => ({ type: 'text', text: said });
const say = (key, ...content) => console.log(JSON.stringify({ [key]: [{ role: 'assistant', content }] }));
mkdirSync('out', { recursive: true });
writeFileSync('out/' + id + '.xlsx', Buffer.from([80, 75, 0, 1, 2]));
writeFileSync('out/' + id + '.txt', 'first\\r\\nsecond');
const sheet = file('out/' + id + '.xlsx', '${XLSX}');
if (id === 'both') say('output_messages', text('Here is the sheet.'), sheet, file('out/both.txt', 'text/plain'));
else if (id === 'wordless') say('output', sheet);
else if (id === 'typeless') say('output', file('out/typeless.xlsx'));
else if (id === 'remote') say('output', file('https://example.com/a.xlsx', '${XLSX}'));
else if (id === 'outside') say('output', file('../outside.txt', 'text/plain'));
else if (id === 'gone') say('output', file('out/none.txt', 'text/plain'));
else if (id === 'other') say('output', file('out/other.xlsx', 'application/x-other'));
else say('output', text('Done.'), sheet);
`;
const CONVERT = `import { readFileSync } from 'node:fs';
const told = JSON.parse(readFileSync(0, 'utf8'));
console.log(process.argv[2] ?? 'cells', readFileSync(told.path).length, told.original_path, told.media_type);
`;

const SUITE = `preprocessors:
  - { type: xlsx, command: [node, convert.mjs] }
target: agent
tests:
`;

function oneCase(id: string, more = ''): string {
  return `  - { id: ${id}, criteria: Has the totals, input: Make it${more} }\n`;
}

async function project(files: Readonly<Record<string, string>>) {
  const server = await startChatServer(({ text }) => (text.includes('CLASS_NOT_MET') ? '{"classification": "CLASS_EXACTLY_MET"}' : '{"score": 1}'));
  const workspace = await createWorkspace({
    'agent.mjs': AGENT,
    'convert.mjs': CONVERT,
    'outside.txt': 'not of the project',
    '.assay/targets.yaml': `targets:\n  - { name: agent, provider: cli, command: [node, ${JSON.stringify('{TARGET_DIR}/agent.mjs')}] }\n  - { name: judge, provider: openai, model: m, endpoint: ${server.url}, api_key: k }\n`,
    ...files,
  });
  const run = (...args: readonly string[]) => runAssay(['run', 'a.yaml', '--judge', 'judge', ...args], { cwd: workspace.folder });
  return { ...workspace, server, run };
}

/** What the judges were shown, request by request. */
function shown({ requests }: Awaited<ReturnType<typeof startChatServer>>): readonly string[] {
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

test('what cannot be shown leaves the evaluator unscored in the words of what went wrong, and no judge is asked', async () => {
  const node = (type: string, code: string, more = '') => `  - { type: ${type}, command: [node, -e, ${JSON.stringify(code)}]${more} }\n`;
  const failing = (id: string, line: string): string => `  - id: ${id}\n    criteria: Good\n    input: Make it\n    assert: [{ type: llm-grader, preprocessors: [${line.trim().slice(2)}] }]\n`;
  const { run, rows, server } = await project({
    'a.yaml': [
      SUITE,
      failing('fails', node('xlsx', 'console.error("no such sheet"); process.exit(4)')),
      failing('endless', node('xlsx', 'setInterval(() => {}, 1000)', ', timeout_seconds: 0.5')),
      failing('silent', node('.XLSX', '')),
      failing('flood', node('xlsx', 'const part = "x".repeat(2 ** 20); for (let n = 0; n < 100; n += 1) process.stdout.write(part);')),
      failing('long', node('xlsx', 'console.log("x".repeat(1_000_001))')),
      ...['remote', 'outside', 'gone', 'other'].map((id) => oneCase(id)),
    ].join(''),
  });
  expect((await run()).exitCode).toBe(3);
  const found = Object.fromEntries((await rows()).map(({ caseId, score, evaluators }) => [caseId, [score, evaluators[0]?.error?.message]]));
  expect(found).toEqual({
    fails: [null, expect.stringMatching(/failed with exit code 4; its standard error ends with:\nno such sheet/u)],
    endless: [null, expect.stringContaining('did not finish within 0.5 s')],
    silent: [null, `the preprocessor of the file "out/silent.xlsx" (${XLSX}) of the reply printed nothing`],
    flood: [null, expect.stringContaining('wrote more than 4 MB')],
    long: [null, 'the files of the reply are longer than 1000000 characters'],
    remote: [null, 'the reply names "https://example.com/a.xlsx", which is no file of this machine'],
    outside: [null, expect.stringMatching(/^the file "\.\.\/outside\.txt" of the reply leads to .*, outside of /u)],
    gone: [null, expect.stringMatching(/^the file "out\/none\.txt" of the reply is not there; it was looked for at /u)],
    other: [null, expect.stringContaining('the file "out/other.xlsx" (application/x-other) of the reply is not text in UTF-8')],
  });
  expect(server.requests).toEqual([]);
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

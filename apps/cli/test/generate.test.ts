import { lstat, mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { startChatServer, type ChatAnswer, type ChatRequest } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = `# Questions about capitals.
description:   'two blanks before, and quotes'

evalcases:
  # the easy one
  - id: france   # Europe
    expected_outcome: Names Paris
    input: "What is the capital of France?"
    expected_output: Paris.

  - id: peru
    expected_outcome: |
      Names Lima.
    input: Capital of Peru?
    tags: [america]

  - { id: done, expected_outcome: Polite, input: Hi, rubrics: [Is polite] }
`;

const LINES = ['Names the capital', 'Is one sentence long', 'Adds nothing wrong'].map((description, index) => ({
  id: `line-${index + 1}`,
  description,
  weight: index === 0 ? 2 : 1,
  required: index === 0,
}));
const GOOD = JSON.stringify({ rubrics: LINES });
const RUBRIC = `    rubrics:
      - id: line-1
        description: Names the capital
        weight: 2
        required: true
      - id: line-2
        description: Is one sentence long
        weight: 1
      - id: line-3
        description: Adds nothing wrong
        weight: 1
`;
const FRANCE = '    expected_output: Paris.\n';
const PERU = '    tags: [america]\n';

/** Folder of the project of a test whose judge does something there. */
const folderOf = { value: '' };

/** A project whose judge, behind a chat API on loopback, answers as the test says. */
async function project(answer: (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer> = () => GOOD, files: Readonly<Record<string, string>> = {}) {
  const server = await startChatServer(answer);
  const workspace = await createWorkspace({
    'evals.yaml': SUITE,
    '.assay/targets.yaml': `targets:\n  - {name: writer, provider: openai, model: m, endpoint: '${server.url}', api_key: k, max_retries: 0}\n  - {name: grader, provider: mock, reply: '{"classification": "FULLY_MET"}'}\n`,
    ...files,
  });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  const generate = (...args: string[]) => assay('generate', 'rubrics', 'evals.yaml', '--judge', 'writer', ...args);
  return { ...workspace, server, assay, generate };
}

describe('assay generate rubrics', () => {
  test('adds rubric lines to the cases that have none; everything else stays byte for byte', async () => {
    const { generate, read, server } = await project();
    const { exitCode, stdout, stderr } = await generate();
    expect(await read('evals.yaml')).toBe(SUITE.replace(FRANCE, FRANCE + RUBRIC).replace(PERU, PERU + RUBRIC));
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toContain('2 rubrics written to evals.yaml; 1 case left as it is');
    expect(server.requests).toHaveLength(2);
    const france = server.requests.find(({ text }) => text.includes('France'));
    expect(france?.text).toContain('Names Paris');
    expect(france?.text).toContain('Paris.');
    expect(france?.body).toMatchObject({ temperature: 0, response_format: { type: 'json_schema' } });
  });

  test('the file that comes out is valid and runs', async () => {
    const { generate, assay } = await project();
    await generate();
    expect((await assay('validate', 'evals.yaml', '--strict')).stdout).toBe('valid: 1 suite, 3 cases, 0 errors, 0 warnings\n');
    const run = await assay('run', 'evals.yaml', '--target', 'mock', '--judge', 'grader', '--json');
    expect(run.exitCode).toBe(0);
  });

  test('a second run finds nothing left to do, and needs no judge', async () => {
    const { generate, assay, read } = await project();
    await generate();
    const before = await read('evals.yaml');
    const { exitCode, stderr } = await assay('generate', 'rubrics', 'evals.yaml');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('0 rubrics; 3 cases left as they are');
    expect(await read('evals.yaml')).toBe(before);
  });

  test('--id, --tag and --limit choose cases', async () => {
    const { generate, server } = await project();
    await generate('--id', 'p*', '--dry-run');
    await generate('--tag', 'america', '--dry-run');
    await generate('--limit', '1', '--dry-run');
    expect(server.requests.map(({ text }) => (text.includes('Peru') ? 'peru' : 'france'))).toEqual(['peru', 'peru', 'france']);
    const { exitCode, stderr } = await generate('--id', 'x');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('no case is left after the filters');
  });

  test('--force replaces rubrics that are there', async () => {
    const { generate, read } = await project();
    await generate('--force', '--id', 'done');
    const text = await read('evals.yaml');
    expect(text).not.toContain('rubrics: [Is polite]');
    expect(text).toContain('input: Hi, rubrics: [{"id":"line-1"');
    expect(text.split('\n').slice(0, -2)).toEqual(SUITE.split('\n').slice(0, -2));
  });

  test('--dry-run prints the file as it would be and writes nothing', async () => {
    const { generate, read } = await project();
    const { stdout, stderr } = await generate('--dry-run');
    expect(stdout).toBe(SUITE.replace(FRANCE, FRANCE + RUBRIC).replace(PERU, PERU + RUBRIC));
    expect(stderr).toContain('2 rubrics, nothing is written');
    expect(await read('evals.yaml')).toBe(SUITE);
  });

  test('--out writes another file; --json says what was generated', async () => {
    const { generate, read } = await project();
    const { stdout } = await generate('--out', 'new/evals.yaml', '--json');
    expect(await read('evals.yaml')).toBe(SUITE);
    expect(await read('new/evals.yaml')).toContain('- id: line-1');
    expect(JSON.parse(stdout)).toMatchObject({
      schema_version: 1,
      file: 'evals.yaml',
      out: 'new/evals.yaml',
      judge: 'writer',
      generated: [{ id: 'france', rubrics: [{ id: 'line-1', weight: 2, required: true }, { id: 'line-2' }, { id: 'line-3' }] }, { id: 'peru' }],
      failed: [],
      skipped: [{ id: 'done', reason: 'it has a rubric (--force replaces it)' }],
      usage: { input_tokens: 40, output_tokens: 20 },
    });
  });

  test('a place where nothing can be written is refused before anybody is asked', async () => {
    let asked = 0;
    const { generate, folder } = await project(() => ((asked += 1), GOOD), { 'folder/x.yaml': SUITE });
    const refused = async (out: string): Promise<string> => {
      const { exitCode, stdout, stderr } = await generate('--out', out);
      expect([exitCode, stdout, asked]).toEqual([2, '', 0]);
      return stderr;
    };
    expect(await refused('folder')).toBe('error: cannot write folder: a folder stands there\n  fix: name another file with --out\n');
    expect(await refused('folder/x.yaml/y.yaml')).toContain('error: cannot write folder/x.yaml/y.yaml: folder/x.yaml is a file, and no folder\n');
    await symlink('circle.yaml', join(folder, 'circle.yaml'));
    expect(await refused('circle.yaml')).toBe('error: cannot write circle.yaml: links lead round in circles\n  fix: name another file with --out\n');
    const long = `${'x'.repeat(300)}.yaml`;
    expect(await refused(long)).toBe(`error: cannot write ${long}: the path is too long\n  fix: name another file with --out\n`);
    // What stands in it would be YAML, and nobody could read it.
    expect(await refused('new.jsonl')).toContain('error: new.jsonl: the rubrics of evals.yaml are written as YAML, and the file would say that it is something else\n  fix: name a .yaml file with --out');
    expect(await generate('--out', 'new/folder/x.YML')).toMatchObject({ exitCode: 0 });
  });

  test('what nobody could write by the end is printed: the rubrics are paid for', async () => {
    const { generate, folder, read } = await project(async () => {
      // Somebody takes the place while the judge writes.
      await mkdir(join(folderOf.value, 'taken.yaml/in the way'), { recursive: true });
      return GOOD;
    });
    folderOf.value = folder;
    const text = await generate('--out', 'taken.yaml');
    expect([text.exitCode, text.stderr]).toEqual([2, expect.stringMatching(/rubrics, nothing is written[\s\S]*error: cannot write taken\.yaml: a folder stands there\n {2}fix: the rubrics are printed: keep them in another file/u)]);
    expect(text.stdout).toContain('description: Adds nothing wrong');
    await rm(join(folder, 'taken.yaml'), { recursive: true });
    const json = await generate('--out', 'taken.yaml', '--json');
    expect([json.exitCode, JSON.parse(json.stdout)]).toEqual([2, expect.objectContaining({ out: null, generated: expect.arrayContaining([expect.objectContaining({ rubrics: expect.anything() })]) })]);
    expect(await read('evals.yaml')).toBe(SUITE);
  });

  test('JSONL is written line by line', async () => {
    const lines = ['{ "id": "a",  "expected_outcome": "G", "input": "Capital?" }', '{"id":"b","expected_outcome":"G","input":"Q","rubrics":["Old"]}'];
    const { assay, read } = await project(() => GOOD, { 'data.jsonl': `${lines.join('\n')}\n` });
    expect((await assay('generate', 'rubrics', 'data.jsonl', '--judge', 'writer')).exitCode).toBe(0);
    const [first = '', second] = (await read('data.jsonl')).split('\n');
    expect(first.startsWith('{ "id": "a",  "expected_outcome": "G", "input": "Capital?", "rubrics": [{"id":"line-1"')).toBe(true);
    expect(second).toBe(lines[1]);
    expect((await assay('validate', 'data.jsonl', '--strict')).exitCode).toBe(0);
  });

  test('a symbolic link stays one', async () => {
    const { generate, folder } = await project(() => GOOD, { 'real/evals.yaml': SUITE });
    await symlink('real/evals.yaml', join(folder, 'link.yaml'));
    await generate('--out', 'link.yaml');
    expect((await lstat(join(folder, 'link.yaml'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(folder, 'real/evals.yaml'), 'utf8')).toContain('line-1');
  });
});

describe('replies that cannot be used', () => {
  test('are asked for again, and then reported; the case stays as it is, the others are written; exit 3', async () => {
    const { generate, read, server } = await project(({ text }) => (text.includes('France') ? 'I would rather not.' : GOOD));
    const { exitCode, stderr } = await generate();
    expect(exitCode).toBe(3);
    expect(stderr).toContain('x france  the reply is unusable: it holds no JSON with a list of lines; it begins "I would rather not."');
    expect(stderr).toContain('1 rubric written to evals.yaml; 1 case without a usable reply; 1 case left as it is');
    expect(await read('evals.yaml')).toBe(SUITE.replace(PERU, PERU + RUBRIC));
    expect(server.requests).toHaveLength(3);
  });

  test('nor are failed requests; without any rubric the file is not touched', async () => {
    const { generate, read } = await project(() => ({ status: 400, body: '{"error": {"message": "no such model"}}' }));
    const { exitCode, stderr } = await generate();
    expect(exitCode).toBe(3);
    expect(stderr).toContain('no such model');
    expect(await read('evals.yaml')).toBe(SUITE);
  });

  test('Ctrl-C: exit 130, and nothing is written', async () => {
    const { folder, read, server } = await project(({ text }) => (text.includes('France') ? GOOD : { hang: true }));
    const { child, finished } = startAssay(['generate', 'rubrics', 'evals.yaml', '--judge', 'writer'], { cwd: folder });
    while (server.requests.length < 2) await sleep(20);
    child.kill('SIGINT');
    const { exitCode, stderr } = await finished;
    expect(exitCode).toBe(130);
    expect(stderr).toContain('nothing is written');
    expect(await read('evals.yaml')).toBe(SUITE);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('who writes', () => {
  test('without --judge the first judge of the project', async () => {
    const { assay, server } = await project(() => GOOD, { '.assay/config.yaml': 'judges: [writer, grader]\n' });
    expect((await assay('generate', 'rubrics', 'evals.yaml', '--dry-run')).exitCode).toBe(0);
    expect(server.requests).toHaveLength(2);
  });

  test('a file that defines a target', async () => {
    const { assay, server, write } = await project();
    await write({ 'configs/judge.yaml': `name: from-file\nprovider: openai\nmodel: other\nendpoint: '${server.url}'\napi_key: k\n` });
    expect((await assay('generate', 'rubrics', 'evals.yaml', '--judge', 'configs/judge.yaml', '--dry-run')).exitCode).toBe(0);
    expect(server.requests[0]?.model).toBe('other');
  });

  test.each([
    [[], 'no judge is named that could write rubrics', '--judge openai:gpt-4o-mini'],
    [['--judge', 'writre'], 'there is no target "writre"', 'did you mean "writer"?'],
  ])('%j: nobody, which is an error before any request', async (args, message, hint) => {
    const { assay, server } = await project();
    const { exitCode, stderr } = await assay('generate', 'rubrics', 'evals.yaml', ...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect(server.requests).toHaveLength(0);
  });
});

describe('files that rubrics cannot be written into', () => {
  const TEST_CASE = 'id: a\ntask: t\ninput: i\nexpected: e\nrubric: { r: { rule: exact_match } }\ntags: [x]\n';
  test.each([
    ['a blueprint', 'b.yaml', '- prompt: Hi\n  should: [x]\n', 'this is a blueprint'],
    ['a test case', 't.yaml', TEST_CASE, 'this is a test case'],
    ['JSON', 'c.json', '{"cases": [{"id": "a", "expected_outcome": "G", "input": "Q"}]}', 'not into .json files'],
    ['an invalid file', 'x.yaml', 'cases: [{ id: a, expected_outcome: 5, input: Q }]', 'expected_outcome must be a string'],
  ])('%s: exit 2 with what to do', async (_, file, text, message) => {
    const { assay, server, read } = await project(() => GOOD, { [file]: text });
    const { exitCode, stderr } = await assay('generate', 'rubrics', file, '--judge', 'writer');
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain('fix:');
    expect(server.requests).toHaveLength(0);
    expect(await read(file)).toBe(text);
  });

  test('one that is not there', async () => {
    const { assay } = await project();
    const { exitCode, stderr } = await assay('generate', 'rubrics', 'eval.yaml', '--judge', 'writer');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('there is no such file');
    expect(stderr).toContain('did you mean evals.yaml?');
  });
});

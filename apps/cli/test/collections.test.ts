import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const COLLECTIONS = `collections:
  CORE: [one, PAIR]
  PAIR: [two, one]
  LOOP: [LOOP]
`;

async function project(execution = '', config = COLLECTIONS) {
  const server = await startChatServer(({ model }) => `${model} says 42.`);
  const named = ['one', 'two', 'three'].map(
    (name) => `  - {name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test}`,
  );
  const workspace = await createWorkspace({
    'suite.yaml': `${execution}evalcases:\n  - {id: a, expected_outcome: says 42, input: hi, evaluators: [{type: contains, value: "42"}]}\n`,
    '.assay/config.yaml': config,
    '.assay/targets.yaml': `targets:\n${named.join('\n')}\n`,
  });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  return { server, workspace, assay };
}

describe('collections of models', () => {
  test('--target takes a name: every model once, each with its own row in the summary', async () => {
    const { workspace, assay } = await project();
    const { exitCode, stdout } = await assay('run', 'suite.yaml', '--target', 'CORE', '--target', 'three');
    expect((await workspace.rows()).map(({ target }) => target).toSorted()).toEqual(['one', 'three', 'two']);
    expect(stdout).toMatch(/suite +one .*\n +two .*\n +three /u);
    expect(exitCode).toBe(0);
  });

  test('a suite may name one too', async () => {
    const { assay } = await project('execution: {target: PAIR}\n');
    const { stdout } = await assay('run', 'suite.yaml', '--dry-run', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      groups: [
        { suite: 'suite', target: 'two', trials: 1 },
        { suite: 'suite', target: 'one', trials: 1 },
      ],
    });
  });

  test.each([
    ['CORES', 'there is no collection or target "CORES"', 'did you mean "CORE"?'],
    ['LOOP', 'collection "LOOP" contains itself: LOOP → LOOP', 'take one of them out'],
  ])('%s is an error before the first request', async (name, message, hint) => {
    const { server, assay } = await project();
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', name);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect(server.requests).toEqual([]);
  });

  test('what a collection holds is looked at only when it is selected', async () => {
    const { assay } = await project('', 'collections: {OLD: [gone:model]}\n');
    expect((await assay('run', 'suite.yaml', '--target', 'one')).exitCode).toBe(0);
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', 'OLD');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('unknown provider "gone"');
  });

  test('assay validate looks at all that they hold, and tells each name once', async () => {
    const { workspace, assay } = await project('', 'collections:\n  CORE: [one, PAIR, MISSING]\n  PAIR: [nope, "gone:model"]\n  LOOP: [LOOP]\n');
    const { exitCode, stdout } = await assay('validate', 'suite.yaml');
    const lines = stdout.split('\n').filter((line) => line.includes('error:'));
    expect(lines).toEqual([
      expect.stringContaining('.assay/config.yaml:3:3: error: collection "PAIR": there is no target "nope"'),
      expect.stringContaining('.assay/config.yaml:3:3: error: collection "PAIR": unknown provider "gone" in target "gone:model"'),
      expect.stringContaining('.assay/config.yaml:2:3: error: collection "CORE": there is no collection or target "MISSING"'),
      expect.stringContaining('.assay/config.yaml:4:3: error: collection "LOOP" contains itself: LOOP → LOOP'),
    ]);
    expect(exitCode).toBe(2);
    await workspace.write({ '.assay/config.yaml': COLLECTIONS.replace(/ +LOOP.*\n/u, '') });
    expect((await assay('validate', 'suite.yaml')).exitCode).toBe(0);
  });

  test('assay validate warns of models of blueprints that nothing has, since a command line may choose others', async () => {
    const { workspace, assay } = await project();
    await workspace.write({
      '.assay/config.yaml': 'collections: {PAIR: [two, one]}\n',
      'blue.yaml': 'models: [one, PAIR, nope, "openia:gpt-4o", default]\n---\n- {id: a, prompt: hi, should: [greets]}\n',
    });
    const { exitCode, stdout } = await assay('validate', 'blue.yaml');
    expect(stdout.split('\n').filter((line) => line.includes('warning:'))).toEqual([
      'blue.yaml:1:21: warning: models of suite "blue": there is no target "nope"',
      'blue.yaml:1:27: warning: models of suite "blue": unknown provider "openia" in target "openia:gpt-4o"',
    ]);
    expect(exitCode).toBe(0);
  });

  test('assay list shows them with the targets, and runs with their suites and targets', async () => {
    const { assay } = await project();
    await assay('run', 'suite.yaml', '--target', 'CORE');
    expect((await assay('list', 'targets')).stdout).toMatch(/CORE +collection of one, PAIR/u);
    expect((await assay('list', 'runs')).stdout).toMatch(/(?:passed|failed), score \d\.\d\d, 2 rows: suite on one, two/u);
  });
});

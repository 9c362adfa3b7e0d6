import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const CASE = 'expected_outcome: Says 42, input: hi, evaluators: [{type: contains, value: "42"}]';
const SUITE = `evalcases:\n  - {id: one, ${CASE}}\n`;

/** A project whose targets ask a server that says which model it is. */
async function project(files: Readonly<Record<string, string>>, targets: string) {
  const server = await startChatServer(({ model }) => `${model} says 42.`);
  const workspace = await createWorkspace({
    'suite.yaml': SUITE,
    '.agentv/targets.yaml': `targets:\n${targets.replaceAll('AT', `endpoint: "${server.url}", api_key: k`)}`,
    ...files,
  });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  const assayWith = (env: Readonly<Record<string, string>>, ...args: string[]) => runAssay(args, { cwd: workspace.folder, env });
  const targetsOfRows = async (): Promise<readonly string[]> => (await workspace.rows()).map(({ target }) => target);
  return { server, workspace, assay, assayWith, targetsOfRows };
}

const GOOD = '  - {name: good, provider: openai, model: g, AT}\n';

describe('what is wrong with a target is said at the key or value that is wrong', () => {
  const suite = 'evalcases:\n  - {id: a, expected_outcome: x, input: Hi, evaluators: [{type: contains, value: a}]}\n';
  test.each([
    ['an option', 'temperature: hot', '.assay/targets.yaml:5:18: error: target "bot": temperature must be a number'],
    ['an unknown key', 'temprature: 1', '.assay/targets.yaml:5:5: warning: unknown key "temprature"'],
    ['an option beside a variable', 'base_url: "${BASE}"\n    temperature: hot', '.assay/targets.yaml:6:18: error: target "bot": temperature must be a number'],
  ])('%s', async (_, line, message) => {
    const { folder } = await createWorkspace({
      'a.yaml': suite,
      '.assay/targets.yaml': `targets:\n  - name: bot\n    provider: openai\n    model: m\n    ${line}\n`,
    });
    const { stderr } = await runAssay(['run', 'a.yaml', '--target', 'bot', '--dry-run'], { cwd: folder, env: { BASE: 'http://127.0.0.1:9/v1', OPENAI_API_KEY: 'test-key' } });
    expect(stderr).toContain(message);
  });
});

describe('targets that cannot be used', () => {
  const BROKEN = [
    ['no provider', '{name: bad, workspace: x}', 'a target has no provider'],
    ['limits that are none', '{name: bad, provider: openai, workers: 0}', 'workers must be a whole number >= 1, not the number 0'],
    ['an empty use_target', '{name: bad, use_target: ""}', 'use_target must be the name of a target'],
    ['a name that stands twice', '{name: bad, provider: mock}\n  - {name: bad, provider: openai}', 'two targets are named "bad"'],
  ] as const;

  test.each(BROKEN)('%s: nothing to those who select another one, an error with its place to who selects it', async (_, entry, message) => {
    const { assay, server } = await project({}, `${GOOD}  - ${entry}\n`);
    const fine = await assay('run', 'suite.yaml', '--target', 'good', '--strict');
    expect(fine.stderr).not.toContain(message);
    expect(fine.exitCode).toBe(0);
    const foreseen = await assay('run', 'suite.yaml', '--target', 'good', '--dry-run');
    expect([foreseen.exitCode, foreseen.stderr]).toEqual([0, '']);
    const asked = server.requests.length;
    const selected = await assay('run', 'suite.yaml', '--target', 'bad');
    expect(selected.exitCode).toBe(2);
    expect(selected.stderr).toMatch(/^\.agentv\/targets\.yaml:[34]:\d+: error: target "bad" \(selected by --target\): /u);
    expect(selected.stderr).toContain(message);
    expect(server.requests).toHaveLength(asked);
  });

  test.each([
    ['{name: bad, provider: openai, model: m}', 'target "bad" has no API key for openai'],
    ['{name: bad, provider: cli}', 'target "bad" has no command'],
    ['{name: bad, provider: openai-compatible, model: m}', 'target "bad" has no endpoint'],
    ['{name: bad, provider: openai, endpoint: "http://127.0.0.1:9"}', 'target "bad"'],
    ['{name: bad, provider: replay, recording: gone.jsonl}', 'the recording gone.jsonl of target "bad" does not exist'],
  ])('%s: what its provider misses is told with the place of the target', async (entry, message) => {
    const { assay } = await project({}, `${GOOD}  - ${entry}\n`);
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', 'bad');
    expect(stderr).toContain(`error: .agentv/targets.yaml:3:5: ${message}`);
    expect(exitCode).toBe(2);
  });

  test('a name that is only that of a provider is told as such', async () => {
    const { assay } = await project({}, GOOD);
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', 'openai');
    expect(stderr).toContain('error: --target: there is no target "openai"; openai is a provider\n  fix: name one of its models as openai:MODEL');
    expect(exitCode).toBe(2);
  });

  test('an empty name in a file is shown as it is', async () => {
    const { assay } = await project({ 'suite.yaml': `execution: {target: ""}\n${SUITE}` }, GOOD);
    const { exitCode, stderr } = await assay('run', 'suite.yaml');
    expect(stderr).toContain('suite.yaml:1:21: error: execution.target must be the name of a target, not ""');
    expect(exitCode).toBe(2);
  });

  test('they are notes on request, and assay list tells of them', async () => {
    const { assay } = await project({}, `${GOOD}  - {name: bad}\n`);
    expect((await assay('validate', 'suite.yaml')).stdout).toContain('valid: 1 suite, 1 case, 0 errors, 0 warnings, 1 note');
    expect((await assay('validate', 'suite.yaml', '--verbose')).stdout).toContain('.agentv/targets.yaml:3:5: info: target "bad" cannot be used: a target has no provider');
    expect((await assay('list', 'targets')).stdout).toMatch(/bad +cannot be used: a target has no provider +\.agentv\/targets\.yaml:3/u);
  });

  test('an entry that nobody could select is left out with a warning', async () => {
    const { assay } = await project({}, `${GOOD}  - {provider: openai}\n  - nothing\n`);
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', 'good');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('.agentv/targets.yaml:3:5: warning: a target has no name; it is left out');
    expect(stderr).toContain('.agentv/targets.yaml:4:5: warning: a target must be a mapping');
  });

  test('a file with one target is selected by its path, and then has to be complete', async () => {
    const { assay } = await project({ 'configs/a.yaml': 'name: a\nmodel: m\n' }, GOOD);
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', 'configs/a.yaml');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('configs/a.yaml:1:1: error: a target has no provider');
  });

  test('two definitions of one name in one folder are warned about; .assay over .agentv is a note', async () => {
    const { assay } = await project({ '.assay/targets.yaml': 'targets: [{name: good, provider: mock}, {name: x, provider: mock}]\n', '.assay/config.yaml': 'targets: [{name: x, provider: openai, model: a}]\n' }, GOOD);
    const { stderr } = await assay('run', 'suite.yaml', '--target', 'good', '--verbose');
    expect(stderr).toContain('.assay/config.yaml:1:11: warning: target "x" is defined in two files; this definition is used\n  .assay/targets.yaml:1:41: this one is not');
    expect(stderr).toContain('.assay/targets.yaml:1:11: info: target "good" is defined in two files');
  });
});

describe('use_target', () => {
  const POINTERS = `${GOOD}  - {name: other, provider: openai, model: o, AT}
  - {name: default, use_target: "\${{ AGENT }}"}
  - {name: nick, use_target: default}
  - {name: round, use_target: robin}
  - {name: robin, use_target: round}
  - {name: lost, use_target: godo}
  - {name: heavy, use_target: good, model: ignored}
`;

  test('a target that points to another one is the other one, over several steps and a variable', async () => {
    const { assayWith, server, targetsOfRows } = await project({}, POINTERS);
    const { exitCode } = await assayWith({ AGENT: 'other' }, 'run', 'suite.yaml', '--target', 'nick', '--target', 'other');
    expect(exitCode).toBe(0);
    expect(server.requests.map(({ model }) => model)).toEqual(['o']);
    expect(await targetsOfRows()).toEqual(['other']);
  });

  test('without --target it is what the suite runs on', async () => {
    const { assayWith, targetsOfRows } = await project({}, POINTERS);
    expect((await assayWith({ AGENT: 'good' }, 'run', 'suite.yaml')).exitCode).toBe(0);
    expect(await targetsOfRows()).toEqual(['good']);
  });

  test.each([
    ['default', /\.agentv\/targets\.yaml:4:5: target "default" needs the environment variable AGENT \(in use_target\), not set/u],
    ['round', /\.agentv\/targets\.yaml:6:5: --target: use_target leads in a circle: round → robin → round/u],
    ['lost', /\.agentv\/targets\.yaml:8:5: use_target of target "lost" \(from --target\): there is no target "godo"\n {2}fix: did you mean "good"\?/u],
  ])('%s is an error with its place before the first request', async (name, message) => {
    const { assay, server } = await project({}, POINTERS);
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', name);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
    expect(server.requests).toEqual([]);
  });

  test('what stands beside it is warned about when it is selected', async () => {
    const { assay, server } = await project({}, POINTERS);
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', 'heavy');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('.agentv/targets.yaml:9:5: warning: target "heavy": model beside use_target says nothing');
    expect(server.requests.map(({ model }) => model)).toEqual(['g']);
    expect((await assay('run', 'suite.yaml', '--target', 'good', '--strict', '--out', 'b')).exitCode).toBe(0);
  });
});

describe('names that lead nowhere are told with who named them, where', () => {
  const of = (execution: string, own = ''): string => `${execution}evalcases:\n  - {id: one, ${CASE}${own}}\n`;
  const FILES: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[], string])[] = [
    ['the command line', {}, ['--target', 'goood'], 'error: --target: there is no target "goood"\n  fix: did you mean "good"?'],
    ['a case', { 'suite.yaml': of('execution: {target: good}\n', ', execution: {target: nope}') }, [], 'error: suite.yaml:3:118: execution.target of case "one": there is no target "nope"'],
    ['a suite', { 'suite.yaml': of('execution:\n  target: nope\n') }, [], 'error: suite.yaml:2:11: execution.target of suite "suite": there is no target "nope"'],
    ['a line', { 'suite.yaml': SUITE, 'd.jsonl': '{"id":"a","expected_outcome":"x","input":"y"}\n{"id":"b","expected_outcome":"x","input":"y","execution":{"target":"nope"}}\n', 'd.yaml': 'execution: {target: good}\nevaluators: [{type: contains, value: "42"}]\n' }, ['d.jsonl'], 'd.jsonl:2:1: error: execution.target of case "b": there is no target "nope"'],
    ['a sidecar', { 'd.jsonl': '{"id":"a","expected_outcome":"x","input":"y"}\n', 'd.yaml': 'execution: {target: nope}\n' }, ['d.jsonl'], 'd.yaml:1:21: error: execution.target of suite "d": there is no target "nope"'],
    ['a blueprint', { 'blueprints/b.yml': 'title: T\nmodels:\n  - good\n  - opnai:gpt-4o\n---\n- id: p\n  prompt: hi\n  should: [{$contains: "42"}]\n' }, ['blueprints/b.yml'], 'error: blueprints/b.yml:4:5: models of suite "b": unknown provider "opnai" in target "opnai:gpt-4o"\n  fix: did you mean openai:gpt-4o?'],
    ['the project', { '.assay/config.yaml': 'defaults:\n  target: nope\n' }, [], 'error: .assay/config.yaml:2:11: defaults.target of the project: there is no target "nope"'],
    ['a collection', { '.assay/config.yaml': 'collections:\n  FEW: [good, nope]\n' }, ['--target', 'FEW'], 'error: .assay/config.yaml:2:3: collection "FEW": there is no target "nope"'],
    ['an unknown collection of a suite', { 'suite.yaml': of('execution: {target: FEWER}\n') }, [], 'error: suite.yaml:1:21: execution.target of suite "suite": there is no collection or target "FEWER"'],
    ['embeddings', { '.assay/config.yaml': 'embeddings: nope\n' }, ['--target', 'good'], 'error: .assay/config.yaml:1:13: embeddings "nope" (from the project configuration): there is no target "nope"'],
    ['embeddings of the command line', {}, ['--target', 'good', '--embeddings', 'opnai:x'], 'error: embeddings "opnai:x" (from --embeddings): unknown provider "opnai"'],
    ['a file', {}, ['--target', 'configs/gone.yaml'], 'error: --target: there is no file configs/gone.yaml'],
    ['a default that is asked for', { 'suite.yaml': of('execution: {target: default}\n') }, [], 'error: suite.yaml:1:21: execution.target of suite "suite": no target is called "default", and the project has no default'],
    ['a default on the command line', {}, ['--target', 'default'], 'error: --target: no target is called "default", and the project has no default'],
  ];

  test.each(FILES)('%s', async (_, files, args, message) => {
    const { assay, server } = await project(files, GOOD);
    const [suite = 'suite.yaml', ...rest] = args[0]?.startsWith('--') === false ? args : ['suite.yaml', ...args];
    const { exitCode, stderr } = await assay('run', suite, ...rest);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(server.requests.length).toBeLessThanOrEqual(suite === 'd.jsonl' ? 1 : 0);
  });

  test('for a streamed file --target is looked at before the run begins', async () => {
    const { assay, workspace } = await project({ 'd.jsonl': '{"id":"a","expected_outcome":"x","input":"y"}\n' }, GOOD);
    const { exitCode, stderr } = await assay('run', 'd.jsonl', '--target', 'goood');
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^error: --target: there is no target "goood"/u)]);
    await expect(workspace.rows()).rejects.toThrow('ENOENT');
  });

  test('a case and its suite may both say default; --target default is the default of the project too', async () => {
    const { assay, targetsOfRows } = await project({ '.assay/config.yaml': 'defaults: {target: good}\n', 'suite.yaml': of('execution: {target: default}\n', ', execution: {target: default}') }, GOOD);
    expect((await assay('run', 'suite.yaml')).exitCode).toBe(0);
    expect(await targetsOfRows()).toEqual(['good']);
    expect((await assay('run', 'suite.yaml', '--target', 'default', '--out', 'again')).exitCode).toBe(0);
  });

  test('a suite that defines a default of its own runs on that', async () => {
    const { assay, targetsOfRows } = await project({ '.assay/config.yaml': 'defaults: {target: good}\n', 'suite.yaml': of('targets: [{name: default, provider: mock, reply: "42"}]\n') }, GOOD);
    expect((await assay('run', 'suite.yaml')).exitCode).toBe(0);
    expect(await targetsOfRows()).toEqual(['default']);
  });
});

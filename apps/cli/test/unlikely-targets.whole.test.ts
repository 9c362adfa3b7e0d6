import { describe, expect, test } from 'vitest';
import { GOOD, of, project, SUITE, testLackingTargets, testMistakes, testNamesOfNothing, testUnusableTargets } from './support/projects/named-targets.js';

describe('what is wrong with a target is said at the key or value that is wrong', () => {
  testMistakes([
    ['an unknown key', 'temprature: 1', '.assay/targets.yaml:5:5: warning: unknown key "temprature"'],
    ['an option beside a variable', 'base_url: "${BASE}"\n    temperature: hot', '.assay/targets.yaml:6:18: error: target "bot": temperature must be a number'],
  ]);
});

describe('targets that cannot be used', () => {
  testUnusableTargets([
    ['limits that are none', '{name: bad, provider: openai, workers: 0}', 'workers must be a whole number >= 1, not the number 0'],
    ['an empty use_target', '{name: bad, use_target: ""}', 'use_target must be the name of a target'],
    ['a name that stands twice', '{name: bad, provider: mock}\n  - {name: bad, provider: openai}', 'two targets are named "bad"'],
  ]);

  testLackingTargets([
    ['{name: bad, provider: cli}', 'target "bad" has no command'],
    ['{name: bad, provider: openai-compatible, model: m}', 'target "bad" has no endpoint'],
    ['{name: bad, provider: openai, endpoint: "http://127.0.0.1:9"}', 'target "bad"'],
    ['{name: bad, provider: replay, recording: gone.jsonl}', 'the recording gone.jsonl of target "bad" does not exist'],
  ]);

  test('an empty name in a file is shown as it is', async () => {
    const { assay } = await project({ 'suite.yaml': `execution: {target: ""}\n${SUITE}` }, GOOD);
    const { exitCode, stderr } = await assay('run', 'suite.yaml');
    expect(stderr).toContain('suite.yaml:1:21: error: execution.target must be the name of a target, not ""');
    expect(exitCode).toBe(2);
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

describe('names that lead nowhere are told with who named them, where', () => {
  testNamesOfNothing([
    ['a line', { 'suite.yaml': SUITE, 'd.jsonl': '{"id":"a","expected_outcome":"x","input":"y"}\n{"id":"b","expected_outcome":"x","input":"y","execution":{"target":"nope"}}\n', 'd.yaml': 'execution: {target: good}\nevaluators: [{type: contains, value: "42"}]\n' }, ['d.jsonl'], 'd.jsonl:2:1: error: execution.target of case "b": there is no target "nope"'],
    ['a blueprint', { 'blueprints/b.yml': 'title: T\nmodels:\n  - good\n  - opnai:gpt-4o\n---\n- id: p\n  prompt: hi\n  should: [{$contains: "42"}]\n' }, ['blueprints/b.yml'], 'error: blueprints/b.yml:4:5: models of suite "b": unknown provider "opnai" in target "opnai:gpt-4o"\n  fix: did you mean openai:gpt-4o?'],
    ['a collection', { '.assay/config.yaml': 'collections:\n  FEW: [good, nope]\n' }, ['--target', 'FEW'], 'error: .assay/config.yaml:2:3: collection "FEW": there is no target "nope"'],
    ['an unknown collection of a suite', { 'suite.yaml': of('execution: {target: FEWER}\n') }, [], 'error: suite.yaml:1:21: execution.target of suite "suite": there is no collection or target "FEWER"'],
    ['embeddings', { '.assay/config.yaml': 'embeddings: nope\n' }, ['--target', 'good'], 'error: .assay/config.yaml:1:13: embeddings "nope" (from the project configuration): there is no target "nope"'],
    ['embeddings of the command line', {}, ['--target', 'good', '--embeddings', 'opnai:x'], 'error: embeddings "opnai:x" (from --embeddings): unknown provider "opnai"'],
    ['a file', {}, ['--target', 'configs/gone.yaml'], 'error: --target: there is no file configs/gone.yaml'],
    ['a default that is asked for', { 'suite.yaml': of('execution: {target: default}\n') }, [], 'error: suite.yaml:1:21: execution.target of suite "suite": no target is called "default", and the project has no default'],
    ['a default on the command line', {}, ['--target', 'default'], 'error: --target: no target is called "default", and the project has no default'],
  ]);

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

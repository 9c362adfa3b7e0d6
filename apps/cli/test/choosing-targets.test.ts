import { describe, expect, test } from 'vitest';
import { GOOD, of, project, testLackingTargets, testMistakes, testNamesOfNothing, testUnusableTargets } from './support/projects/named-targets.js';

describe('what is wrong with a target is said at the key or value that is wrong', () => {
  testMistakes([
    ['an option', 'temperature: hot', '.assay/targets.yaml:5:18: error: target "bot": temperature must be a number'],
  ]);
});

describe('targets that cannot be used', () => {
  testUnusableTargets([
    ['no provider', '{name: bad, workspace: x}', 'a target has no provider'],
  ]);

  testLackingTargets([
    ['{name: bad, provider: openai, model: m}', 'target "bad" has no API key for openai'],
  ]);

  test('a name that is only that of a provider is told as such', async () => {
    const { assay } = await project({}, GOOD);
    const { exitCode, stderr } = await assay('run', 'suite.yaml', '--target', 'openai');
    expect(stderr).toContain('error: --target: there is no target "openai"; openai is a provider\n  fix: name one of its models as openai:MODEL');
    expect(exitCode).toBe(2);
  });

  test('they are notes on request, and assay list tells of them', async () => {
    const { assay } = await project({}, `${GOOD}  - {name: bad}\n`);
    expect((await assay('validate', 'suite.yaml')).stdout).toContain('valid: 1 suite, 1 case, 0 errors, 0 warnings, 1 note');
    expect((await assay('validate', 'suite.yaml', '--verbose')).stdout).toContain('.agentv/targets.yaml:3:5: info: target "bad" cannot be used: a target has no provider');
    expect((await assay('list', 'targets')).stdout).toMatch(/bad +cannot be used: a target has no provider +\.agentv\/targets\.yaml:3/u);
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
  testNamesOfNothing([
    ['the command line', {}, ['--target', 'goood'], 'error: --target: there is no target "goood"\n  fix: did you mean "good"?'],
    ['a case', { 'suite.yaml': of('execution: {target: good}\n', ', execution: {target: nope}') }, [], 'error: suite.yaml:3:118: execution.target of case "one": there is no target "nope"'],
    ['a suite', { 'suite.yaml': of('execution:\n  target: nope\n') }, [], 'error: suite.yaml:2:11: execution.target of suite "suite": there is no target "nope"'],
    ['a sidecar', { 'd.jsonl': '{"id":"a","expected_outcome":"x","input":"y"}\n', 'd.yaml': 'execution: {target: nope}\n' }, ['d.jsonl'], 'd.yaml:1:21: error: execution.target of suite "d": there is no target "nope"'],
    ['the project', { '.assay/config.yaml': 'defaults:\n  target: nope\n' }, [], 'error: .assay/config.yaml:2:11: defaults.target of the project: there is no target "nope"'],
  ]);

  test('for a streamed file --target is looked at before the run begins', async () => {
    const { assay, workspace } = await project({ 'd.jsonl': '{"id":"a","expected_outcome":"x","input":"y"}\n' }, GOOD);
    const { exitCode, stderr } = await assay('run', 'd.jsonl', '--target', 'goood');
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^error: --target: there is no target "goood"/u)]);
    await expect(workspace.rows()).rejects.toThrow('ENOENT');
  });
});

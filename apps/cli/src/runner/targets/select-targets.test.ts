import type { CaseExecution, Suite, TargetDefinition } from '@assay/schema';
import { sampleCase } from '@assay/schema/testing';
import { expect, describe, test } from 'vitest';
import { installedDefinitions } from '../reading/installed-definitions.js';
import { createTargetResolver } from './naming/target-resolver.js';
import { selectTargets, targetSelector } from './select-targets.js';
import { fullTrust } from '../../trust/trust.js';

const { providers } = await installedDefinitions();

const target = (name: string, model = 'm'): TargetDefinition => ({ name, provider: 'openai', model, options: {} });

interface Setup {
  readonly dialect?: Suite['dialect'];
  readonly conventions?: Suite['conventions'];
  readonly suite?: CaseExecution;
  readonly own?: readonly TargetDefinition[];
  readonly evalCase?: CaseExecution;
  readonly selected?: readonly string[];
  readonly collections?: Readonly<Record<string, readonly string[]>>;
  readonly named?: readonly TargetDefinition[];
  readonly projectDefault?: string;
}

function prepared(setup: Setup) {
  const suite: Suite = {
    name: 's',
    path: 's.yml',
    dialect: setup.dialect ?? 'blueprint',
    conventions: setup.conventions ?? (setup.dialect === undefined ? { targetsKey: 'models', targetCollection: 'CORE' } : undefined),
    file: '/evals/s.yml',
    description: '',
    execution: setup.suite ?? {},
    targets: setup.own ?? [],
    size: 0,
    async *cases() {},
  };
  const resolver = createTargetResolver({
    named: setup.named ?? [],
    collections: setup.collections,
    providers,
    readFile: async () => [],
    resolveText: (text) => text,
    report: () => undefined,
    trust: fullTrust({ root: '/', env: {} }),
  });
  const located = (execution: CaseExecution) => ({ evalCase: sampleCase({ execution }), location: { file: '/evals/s.yml', line: 3, column: 3 } });
  const options = { resolver, selected: setup.selected ?? [], projectDefault: setup.projectDefault };
  return { suite, located, options };
}

async function select(setup: Setup): Promise<string[]> {
  const { suite, located, options } = prepared(setup);
  const one = located(setup.evalCase ?? {});
  const targets = await selectTargets(suite, one, options);
  const selector = targetSelector(options);
  for (const time of ['at first', 'again']) expect(await selector(suite, one), time).toEqual(targets);
  return targets.map(({ name, model }) => (name.includes(':') ? name : `${name}=${model}`));
}

test('a case with a target of its own changes nothing for the cases after it, nor they for it', async () => {
  const { suite, located, options } = prepared({ suite: { targets: ['a'] }, named: [target('a'), target('b')] });
  const selector = targetSelector(options);
  const names: (string | undefined)[] = [];
  for (const execution of [{}, { target: 'b' }, {}, { targets: ['b', 'a'] }, { target: 'b' }]) names.push((await selector(suite, located(execution))).map(({ name }) => name).join());
  expect(names).toEqual(['a', 'b', 'a', 'b,a', 'b']);
});

describe('the targets of a case', () => {
  test('every model of a suite, its own custom ones and collections among them', async () => {
    expect(
      await select({
        suite: { targets: ['openai:gpt-4o-mini', 'local:llama', 'FAST', 'openai:gpt-4o-mini'] },
        own: [target('local:llama', 'llama3')],
        collections: { FAST: ['xai:grok-beta', 'openai:gpt-4o-mini'] },
      }),
    ).toEqual(['openai:gpt-4o-mini', 'local:llama', 'xai:grok-beta']);
  });

  test('--target > case > suite', async () => {
    const setup: Setup = { suite: { targets: ['a'] }, evalCase: { targets: ['b'] }, named: [target('a'), target('b'), target('c')] };
    expect(await select({ ...setup, selected: ['c'] })).toEqual(['c=m']);
    expect(await select(setup)).toEqual(['b=m']);
    expect(await select({ ...setup, evalCase: {} })).toEqual(['a=m']);
    expect(await select({ ...setup, evalCase: { target: 'c' } })).toEqual(['c=m']);
  });

  test('a custom target of a suite wins over one of the project', async () => {
    expect(await select({ suite: { targets: ['x'] }, own: [target('x', 'own')], named: [target('x', 'project')] })).toEqual(['x=own']);
  });

  test('--target takes collections too', async () => {
    expect(await select({ selected: ['CORE', 'c'], collections: { CORE: ['a', 'b'] }, named: ['a', 'b', 'c'].map((name) => target(name)) })).toEqual([
      'a=m', 'b=m', 'c=m',
    ]);
  });

  test('a blueprint without models: CORE, else the default of the project', async () => {
    const core = { CORE: ['openai:gpt-4o', 'openai:gpt-4o-mini'] };
    expect(await select({ collections: core, projectDefault: 'xai:grok-beta' })).toEqual(['openai:gpt-4o', 'openai:gpt-4o-mini']);
    expect(await select({ projectDefault: 'xai:grok-beta' })).toEqual(['xai:grok-beta']);
    expect(await select({ named: [target('default')] })).toEqual(['default=m']);
  });

  test('a dialect of somebody else has a collection and words of its own', async () => {
    const own = { dialect: 'chat-log', conventions: { targetsKey: 'bots', targetCollection: 'MINE' } };
    expect(await select({ ...own, collections: { CORE: ['xai:a'], MINE: ['xai:b'] } })).toEqual(['xai:b']);
    await expect(select(own)).rejects.toMatchObject({
      message: 'no target: chat-log "s" lists no bots, and the project defines neither the collection MINE nor a default target',
      hint: expect.stringMatching(/^list bots: in the file .* collections: \{ MINE: /u),
    });
  });

  test('a suite of eval cases does not take CORE by itself', async () => {
    expect(await select({ dialect: 'eval-case', collections: { CORE: ['xai:a'] }, projectDefault: 'xai:b' })).toEqual(['xai:b']);
  });

  test('a blueprint without models, CORE and default says both ways to name them', async () => {
    await expect(select({})).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining('neither the collection CORE nor a default target'),
      hint: expect.stringMatching(/--target provider:model.*collections: \{ CORE: \[.*defaults: \{ target:/u),
    });
  });

  test('an undefined collection that is not selected is no error', async () => {
    expect(await select({ suite: { targets: ['GONE'] }, selected: ['xai:a'] })).toEqual(['xai:a']);
    await expect(select({ suite: { targets: ['GONE'] } })).rejects.toThrow('there is no collection or target "GONE"');
  });

  test('two different targets of one name are an error: their results could not be told apart', async () => {
    await expect(
      select({ suite: { targets: ['OPENAI:gpt-4o', 'openai:gpt-4o'] }, own: [target('openai:gpt-4o', 'other')] }),
    ).rejects.toThrow('two different targets are named "openai:gpt-4o"');
  });

  test('one model is one target for all suites', async () => {
    const resolver = createTargetResolver({ named: [], providers, readFile: async () => [], resolveText: (text) => text, report: () => undefined, trust: fullTrust({ root: '/', env: {} }) });
    const suite = { file: '/a.yml', targets: [target('x')] } as unknown as Suite;
    const reference = { name: 'openai:gpt-4o', namedBy: 'a test' };
    expect(await resolver.find(reference, suite)).toBe(await resolver.find(reference));
  });
});

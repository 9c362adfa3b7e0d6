import { InvalidFileError, type EvalCase, type Suite } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { collect, evalCase, located, suite, target } from '../../test/samples.js';
import { planTrials, type PlanOptions } from './plan-trials.js';

const targetsFor = (): readonly ReturnType<typeof target>[] => [target('a'), target('b')];

function cases(...ids: string[]): EvalCase[] {
  return ids.map((id) => evalCase({ id, tags: [`tag-${id}`] }));
}

async function planned(options: Partial<PlanOptions>): Promise<string[]> {
  const trials = await collect(planTrials({ suites: [suite('s', cases('1', '2', '3'))], targetsFor, ...options }));
  return trials.map(({ suite, evalCase, target, variant, repeat }) =>
    [suite, evalCase.id, target.name, variant.label, repeat].join('/'),
  );
}

/** A file that counts how many of its cases were read. */
function counted(length: number): { readonly file: Suite; read: number } {
  const counter = {
    read: 0,
    file: {
      ...suite('big', []),
      size: undefined,
      async *cases() {
        for (let line = 1; line <= length; line += 1) {
          counter.read = line;
          yield located(evalCase({ id: String(line) }), line);
        }
      },
    },
  };
  return counter;
}

describe('planTrials', () => {
  test('a trial is asked with the prompt of its variant, which is part of its key', async () => {
    const prompts = ['Say', 'Write'].map((content) => ({ name: content, inputMessages: [{ role: 'user' as const, content }] }));
    const varied = evalCase({ prompts, inputMessages: prompts[0]?.inputMessages ?? [], vars: { a: 1 } });
    const trials = await collect(planTrials({ suites: [suite('s', [varied])], targetsFor: () => [target('a')], repeats: 2 }));
    expect(trials.map(({ evalCase: asked, variant }) => [variant.prompt, asked.inputMessages[0]?.content, asked.prompts, asked.vars])).toEqual([
      ['Say', 'Say', undefined, { a: 1 }],
      ['Say', 'Say', undefined, { a: 1 }],
      ['Write', 'Write', undefined, { a: 1 }],
      ['Write', 'Write', undefined, { a: 1 }],
    ]);
    expect(new Set(trials.map(({ key }) => key)).size).toBe(4);
  });

  test('a trial per case × target × variant × repeat, cases in file order', async () => {
    const varied = [evalCase({ id: '1', execution: { temperatures: [0, 1] } })];
    expect(await planned({ suites: [suite('s', varied)], repeats: 2 })).toEqual([
      's/1/a/temp:0/1',
      's/1/a/temp:0/2',
      's/1/a/temp:1/1',
      's/1/a/temp:1/2',
      's/1/b/temp:0/1',
      's/1/b/temp:0/2',
      's/1/b/temp:1/1',
      's/1/b/temp:1/2',
    ]);
    expect(await planned({})).toEqual(['s/1/a//1', 's/1/b//1', 's/2/a//1', 's/2/b//1', 's/3/a//1', 's/3/b//1']);
  });

  test('every trial has a key of its own', async () => {
    const trials = await collect(planTrials({ suites: [suite('s', cases('1', '2'))], targetsFor, repeats: 3 }));
    expect(new Set(trials.map(({ key }) => key)).size).toBe(12);
  });

  test('variants may differ by case', async () => {
    const mixed = [...cases('1'), evalCase({ id: '2', execution: { temperatures: [1], systems: ['a', null] } })];
    const trials = await collect(planTrials({ suites: [suite('s', mixed)], targetsFor: () => [target('a')] }));
    expect(trials.map(({ evalCase, variant }) => [evalCase.id, variant])).toEqual([
      ['1', { label: '' }],
      ['2', { label: 'temp:1 sys:1', temperature: 1, system: 'a' }],
      ['2', { label: 'temp:1 sys:2', temperature: 1 }],
    ]);
    expect(new Set(trials.map(({ key }) => key)).size).toBe(3);
  });

  test('a 10-million-line file is never read ahead', async () => {
    const big = counted(10_000_000);
    const plan = planTrials({ suites: [big.file], targetsFor });
    expect(big.read).toBe(0);
    await plan.next();
    await plan.next();
    expect(big.read).toBe(1);
    await plan.next();
    expect(big.read).toBe(2);
    await plan.return();
    expect(big.read).toBe(2);
  });

  test('the limit counts distinct cases after the other filters, over all suites, and reading ends there', async () => {
    const big = counted(1000);
    const options = { suites: [suite('s', cases('1', '12')), big.file], repeats: 2 };
    const trials = await planned({ ...options, filters: { cases: ({ id }) => id.includes('2'), limit: 3 } });
    expect(trials.filter((name) => name.endsWith('/1')).map((name) => name.split('/').slice(0, 3).join('/'))).toEqual([
      's/12/a',
      's/12/b',
      'big/2/a',
      'big/2/b',
      'big/12/a',
      'big/12/b',
    ]);
    expect(big.read).toBe(12);
    expect(await planned({ filters: { limit: 0 } })).toEqual([]);
  });

  test('tags accept a case that carries any of them', async () => {
    const trials = await planned({ filters: { cases: ({ tags }) => ['tag-1', 'tag-3', 'tag-9'].some((tag) => tags.includes(tag)) }, targetsFor: () => [target('a')] });
    expect(trials).toEqual(['s/1/a//1', 's/3/a//1']);
  });

  test('only picks single pairs of case and target; a case with none left does not count', async () => {
    const seen: string[] = [];
    const trials = await planned({
      filters: { only: (_, id, name) => id !== '1' && name === 'b', limit: 1 },
      onCase: (_, { evalCase }) => void seen.push(evalCase.id),
    });
    expect(trials).toEqual(['s/2/b//1']);
    expect(seen).toEqual(['2']);
  });

  test('only picks single variants of a case on a target', async () => {
    const varied = [evalCase({ id: '1', execution: { temperatures: [0, 1] } })];
    const trials = await planned({
      suites: [suite('s', varied)],
      filters: { only: (_, id, name, variant) => id === '1' && name === 'b' && variant === 'temp:1' },
    });
    expect(trials).toEqual(['s/1/b/temp:1/1']);
  });

  test('suites may share a name: their paths tell their trials apart', async () => {
    const twins = [suite('s', cases('1')), { ...suite('s', cases('1')), path: 'other/s.yaml' }];
    const trials = await collect(planTrials({ suites: twins, targetsFor: () => [target('a')] }));
    expect(trials.map(({ suite, suitePath }) => [suite, suitePath])).toEqual([['s', 'evals/s.yaml'], ['s', 'other/s.yaml']]);
    expect(new Set(trials.map(({ key }) => key)).size).toBe(2);
  });

  test('a trial has the same key whatever else runs', async () => {
    const keysOf = async (...names: string[]) => {
      const suites = names.map((name) => suite(name, cases('1')));
      const trials = await collect(planTrials({ suites, targetsFor: () => [target('a')] }));
      return trials.filter(({ suite }) => suite === 's').map(({ key }) => key);
    };
    expect(await keysOf('other', 's')).toEqual(await keysOf('s'));
  });

  test('two suites of the same name and path are an error: their results could not be told apart', async () => {
    const twins = [suite('s', cases('1')), { ...suite('s', cases('1')), file: '/other/s.yaml' }];
    await expect(planned({ suites: twins })).rejects.toThrow(
      'two suites are named "s" and have the path evals/s.yaml: /evals/s.yaml and /other/s.yaml',
    );
  });

  test('a case without a target is an error with its place', async () => {
    await expect(planned({ targetsFor: () => [] })).rejects.toMatchObject({
      code: 'config',
      message: 'case "1" of suite "s" has no target to run against',
      location: { file: 'evals/math.yaml', line: 1 },
    });
  });

  test('an invalid line of a streamed file comes out after the trials before it', async () => {
    const broken: Suite = {
      ...suite('s', []),
      async *cases() {
        yield located(evalCase());
        throw new InvalidFileError([{ severity: 'error', code: 'bad-json', message: 'not JSON' }]);
      },
    };
    const plan = planTrials({ suites: [broken], targetsFor: () => [target('a')] });
    expect((await plan.next()).done).toBe(false);
    await expect(plan.next()).rejects.toThrow('not JSON');
  });

  test('a shard has whole repeats of cases, and the limit counts the cases of all shards', async () => {
    const inShard = (id: string, repeat: number): boolean => (Number(id) + repeat) % 2 === 0;
    const filters = { limit: 2, shard: (_: Suite, id: string, repeat: number) => inShard(id, repeat) };
    expect(await planned({ repeats: 2, filters })).toEqual(['s/1/a//1', 's/1/b//1', 's/2/a//2', 's/2/b//2']);
    const told: string[] = [];
    expect(await planned({ filters: { shard: () => false }, onCase: (_, { evalCase: { id } }) => told.push(id) })).toEqual([]);
    expect(told).toEqual(['1', '2', '3']);
  });

  test.each([{ repeats: 0 }, { repeats: 1.5 }, { filters: { limit: -1 } }, { filters: { limit: NaN } }])('%j is refused', async (options) => {
    await expect(planned(options)).rejects.toThrow('it is a whole number from');
  });
});

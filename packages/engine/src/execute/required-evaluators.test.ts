import { ProviderError, type EvaluationScore, type EvaluatorConfig, type EvaluatorDefinition, type Requirements, type Verdict } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evalCase, evaluator, provider, reply, scorer, trial } from '../../test/samples.js';
import { createTrialExecutor } from './create-trial-executor.js';
import { fixedResources } from '../../test/fixed-resources.js';

const lost = { score: null, error: { code: 'panel', message: 'no judge answered' } } as const;

/** Scores what its options say. */
const told: EvaluatorDefinition = {
  ...scorer('told', ({ config }) => config.options as unknown as EvaluationScore),
  mustHold: ({ must }) => must as 'written' | undefined,
};
const group: EvaluatorDefinition = {
  ...scorer('group', () => {
    throw new Error('not scored');
  }),
};

async function run(evaluators: readonly EvaluatorConfig[], fail = false) {
  const installed = [told, group].map((definition) => ({ ...definition, openOptions: true }));
  const executor = createTrialExecutor({
    runId: 'run-1',
    resources: fixedResources(
      provider(async () => {
        if (fail) throw new ProviderError('down', { kind: 'bad_request', target: 'mock' });
        return reply('four');
      }),
    ),
    evaluators: installed,
  });
  return executor.execute(trial({ evalCase: evalCase({ evaluators }) }), { signal: new AbortController().signal });
}

const entry = (score: object, extra: Partial<EvaluatorConfig> = {}): EvaluatorConfig => evaluator('told', { options: score as never, ...extra });

describe('an entry that must hold', () => {
  test.each<[string, Partial<EvaluatorConfig>, object, Requirements | undefined, Verdict | undefined]>([
    ['required, and passes', { required: true }, { score: 0.8 }, undefined, 'pass'],
    ['required, and borderline', { required: true }, { score: 0.7 }, { missed: 'written' }, 'fail'],
    ['required, and fails by its own word', { required: true }, { score: 1, verdict: 'fail' }, { missed: 'written' }, 'fail'],
    ['required, and passes by its own word', { required: true }, { score: 0.1, verdict: 'pass' }, undefined, 'pass'],
    ['required, and lost', { required: true }, lost, { open: 'written' }, undefined],
    ['required, and may not pass', { required: true }, { score: 0.9, bounds: { worst: 0.7, best: 1 } }, { open: 'written' }, undefined],
    ['required, and cannot pass', { required: true }, { score: 0.6, bounds: { worst: 0.5, best: 0.7 } }, { missed: 'written' }, 'fail'],
    ['required, with a part that is open', { required: true }, { score: 1, requirements: { open: 'default' } }, { open: 'written' }, undefined],
    ['a minimum that is reached', { minScore: 0.5 }, { score: 0.5 }, undefined, 'fail'],
    ['a minimum that is missed', { minScore: 0.95 }, { score: 0.9 }, { missed: 'written' }, 'fail'],
    ['a minimum that nobody knows', { minScore: 0.1 }, lost, { open: 'written' }, undefined],
    ['a minimum of 0 is reached by anything', { minScore: 0 }, lost, undefined, undefined],
    ['a minimum within the bounds', { minScore: 0.5 }, { score: 0.6, bounds: { worst: 0.4, best: 1 } }, { open: 'written' }, undefined],
    ['a minimum below the bounds', { minScore: 0.4 }, { score: 0.6, bounds: { worst: 0.4, best: 1 } }, undefined, undefined],
    ['lost, with parts that must hold', {}, { ...lost, must: 'default' }, { open: 'default' }, undefined],
  ])('%s', async (_title, config, score, requirements, verdict) => {
    const { evaluators } = await run([entry(score, config)]);
    expect(evaluators[0]?.requirements).toEqual(requirements);
    expect(evaluators[0]?.verdict).toBe(verdict);
  });

  test('fails the case and keeps the score, without any weight too', async () => {
    const gate = entry({ score: 0 }, { required: true, weight: 0, name: 'gate' });
    expect(await run([entry({ score: 1 }), gate])).toMatchObject({ score: 1, verdict: 'fail', requirements: { missed: 'written' } });
  });

  test('leaves the case open when it is lost, however little it weighs', async () => {
    const row = await run([entry({ score: 1 }, { weight: 99 }), entry(lost, { required: true, name: 'gate' })]);
    expect(row).toMatchObject({ verdict: null, verdictBounds: { worst: 'fail', best: 'pass' }, requirements: { open: 'written' } });
  });
});

describe('a lost reply leaves open what must hold for its case', () => {
  const member = (extra: object) => evaluator('group', { options: { evaluators: ['told', { type: 'told', ...extra }] } });

  test.each<[string, EvaluatorConfig, Requirements | undefined]>([
    ['nothing', entry({}), undefined],
    ['an entry', entry({}, { required: true }), { open: 'written' }],
    ['a minimum', entry({}, { minScore: 0.5 }), { open: 'written' }],
    ['parts of an entry', entry({ must: 'written' }), { open: 'written' }],
    ['a member', member({ required: true }), { open: 'written' }],
    ['a minimum of a member', member({ min_score: 0.1 }), { open: 'written' }],
    ['parts of a member', member({ must: 'default' }), { open: 'default' }],
    ['parts of a member of a member', evaluator('group', { options: { evaluators: [{ type: 'group', evaluators: [{ type: 'told', must: 'written' }] }] } }), { open: 'written' }],
    ['an unknown type', evaluator('nobody'), undefined],
  ])('%s', async (_title, config, requirements) => {
    const row = await run([config], true);
    expect(row).toMatchObject({ score: null, verdict: null });
    expect(row.requirements).toEqual(requirements);
  });

  test('a composite that could not be scored leaves open what its members require', async () => {
    const row = await run([entry({ score: 1 }, { weight: 99 }), member({ required: true })]);
    expect(row).toMatchObject({ verdict: null, requirements: { open: 'written' } });
  });
});

import { defineEvaluator, type ComparingEvaluator, type ComparisonInput, type EvalCase, type ResultRow, type Suite, type Trial } from '@assay/schema';
import * as v from 'valibot';
import { createComparer, createRunStore, createTrialExecutor, openRun, planTrials, runTrials, type RunTrialsOptions } from '../src/index.js';
import { fixedResources } from './fixed-resources.js';
import { evalCase, evaluator, provider, reply, scorer, suite, target } from './samples.js';

export const texts = ({ replies }: ComparisonInput): string[] => replies.map(({ response }) => response.text);

/** The longest reply has 1, the others 0. */
export const longest: ComparingEvaluator['compare'] = (input) => {
  const most = Math.max(...texts(input).map(({ length }) => length));
  return texts(input).map((text) => ({ score: text.length === most ? 1 : 0, judgeUsage: { inputTokens: 2, outputTokens: 1 }, judgeCostUsd: 0.5 }));
};

function comparing(compare: ComparingEvaluator['compare'], name = 'longest') {
  return defineEvaluator({ name, description: name, options: v.object({}), examples: [], compare });
}

export const ENTRIES = { evaluators: [evaluator('good'), evaluator('longest')] };

export function cases(count: number, extra: Partial<EvalCase> = ENTRIES): EvalCase[] {
  return Array.from({ length: count }, (_, index) => evalCase({ id: `case-${index + 1}`, ...extra }));
}

export interface Setup extends Partial<RunTrialsOptions> {
  readonly suites?: readonly Suite[];
  readonly compare?: ComparingEvaluator['compare'];
  readonly targets?: readonly string[];
  readonly answer?: (target: string, repeat: number) => Promise<string> | string;
  readonly repeats?: number;
}

/** A run over a real run folder, whose targets answer with their names. */
export async function runIn(directory: string, { suites = [suite('math', cases(3))], compare = longest, targets = ['a', 'bb'], answer = (name) => name, repeats = 1, ...options }: Setup = {}) {
  const told: ResultRow[] = [];
  const good = scorer('good', () => ({ score: 1 }));
  const { of: resourcesOf, ...always } = fixedResources(provider(async () => reply('')));
  const shared = {
    runId: 'run-1',
    evaluators: [good, comparing(compare)],
    resources: {
      ...always,
      of: (trial: Trial) => ({ ...resourcesOf(trial), provider: provider(async ({ repeat = 1 }) => reply(await answer(trial.target.name, repeat)), trial.target.name) }),
    },
  };
  const store = await createRunStore(directory);
  const reader = await openRun(directory);
  try {
    const result = await runTrials({
      plan: planTrials({ suites, targetsFor: () => targets.map((name) => target(name)), repeats }),
      executor: createTrialExecutor(shared),
      comparer: createComparer(shared),
      reader,
      store,
      concurrency: 2,
      onRow: (row) => told.push(row),
      ...options,
    });
    return { result, told };
  } finally {
    await store.close();
  }
}

/** What such a run has for one that compares. */
export const entryOf = (row: ResultRow | undefined) => row?.evaluators.find(({ name }) => name === 'longest');

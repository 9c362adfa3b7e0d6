import type { EvalCase, GenerateRequest, ProviderResponse, Suite, Trial } from '@assay/schema';
import { createRunStore, createTrialExecutor, guardProvider, planTrials, runTrials, type RunDescription, type RunTrialsOptions } from '../src/index.js';
import { fixedResources } from './fixed-resources.js';
import { evalCase, provider, reply, scorer, suite, target } from './samples.js';

const description: RunDescription = {
  runId: 'run-1',
  assayVersion: '1.0.0',
  nodeVersion: 'v20',
  startedAt: '2026-01-01T00:00:00.000Z',
  suites: [],
  targets: [],
  judges: [],
  options: {},
  cwd: '../..',
  identity: { salt: 'aa', targets: [] },
};

export function cases(count: number): EvalCase[] {
  return Array.from({ length: count }, (_, index) => evalCase({ id: `case-${index + 1}` }));
}

export function planOf(suites: readonly Suite[]): AsyncIterable<Trial> {
  return planTrials({ suites, targetsFor: () => [target()] });
}

export type OnAsk = (request: GenerateRequest) => Promise<ProviderResponse | void> | ProviderResponse | undefined | void;

export function executor(onAsk: OnAsk = () => undefined) {
  const mock = guardProvider(provider(async (request) => (await onAsk(request)) ?? reply('four')));
  const good = scorer('good', () => ({ score: 1 }));
  return createTrialExecutor({
    runId: 'run-1',
    resources: fixedResources(mock),
    evaluators: [good],
  });
}

export async function runIn(directory: string, options: Partial<RunTrialsOptions> = {}) {
  const store = options.store ?? (await createRunStore(directory));
  try {
    return await runTrials({
      plan: planOf([suite('math', cases(20))]),
      executor: executor(),
      store,
      concurrency: 4,
      manifest: description,
      ...options,
    });
  } finally {
    await store.close();
  }
}

import {
  defineEvaluator,
  type EvalCase,
  type EvaluatorConfig,
  type LocatedCase,
  type Provider,
  type ProviderResponse,
  type ResultRow,
  type ScoringEvaluator,
  type Suite,
  type TargetDefinition,
  type Trial,
} from '@assay/schema';
import * as v from 'valibot';
import { trialKey } from '../src/index.js';

export function evaluator(type: string, extra: Partial<EvaluatorConfig> = {}): EvaluatorConfig {
  return { name: type, type, weight: 1, options: {}, ...extra };
}

export function evalCase(extra: Partial<EvalCase> = {}): EvalCase {
  return {
    id: 'case-1',
    expectedOutcome: 'says four',
    inputMessages: [{ role: 'user', content: 'What is 2 + 2?' }],
    expectedMessages: [],
    evaluators: [evaluator('good')],
    execution: {},
    weight: 1,
    tags: [],
    ...extra,
  };
}

export function located(evalCase: EvalCase, line = 1): LocatedCase {
  return { evalCase, location: { file: 'evals/math.yaml', line, column: 3 } };
}

export function target(name = 'mock', extra: Partial<TargetDefinition> = {}): TargetDefinition {
  return { name, provider: 'mock', options: {}, ...extra };
}

export function trial(extra: Partial<Trial> = {}): Trial {
  const parts = {
    suite: 'math',
    suitePath: 'evals/math.yaml',
    evalCase: evalCase(),
    target: target(),
    variant: { label: '' },
    repeat: 1,
    location: { file: 'evals/math.yaml', line: 7, column: 3 },
    ...extra,
  };
  return { key: trialKey(parts), ...parts };
}

export function suite(name: string, cases: readonly EvalCase[]): Suite {
  return {
    name,
    path: `evals/${name}.yaml`,
    dialect: 'eval-case',
    file: `/evals/${name}.yaml`,
    description: '',
    execution: {},
    targets: [],
    size: cases.length,
    async *cases() {
      let line = 0;
      for (const evalCase of cases) {
        line += 1;
        yield located(evalCase, line);
      }
    },
  };
}

export function reply(text: string, extra: Partial<ProviderResponse> = {}): ProviderResponse {
  return { text, messages: [{ role: 'assistant', content: text }], toolCalls: [], latencyMs: 12, ...extra };
}

export function provider(generate: Provider['generate'], name = 'mock'): Provider {
  return { name, provider: 'mock', structuredOutput: false, generate };
}

/** An evaluator without options. */
export function scorer(name: string, evaluate: ScoringEvaluator['evaluate']): ScoringEvaluator {
  return defineEvaluator({ name, description: name, options: v.object({}), examples: [], evaluate });
}

export function row(extra: Partial<ResultRow> = {}): ResultRow {
  return {
    schemaVersion: 1,
    runId: 'run-1',
    trialKey: 'key-1',
    scoringKey: 'scoring-1',
    suite: 'math',
    suitePath: 'evals/math.yaml',
    caseId: 'case-1',
    source: 'evals/math.yaml:7:3',
    caseWeight: 1,
    tags: [],
    target: 'mock',
    variant: { label: '' },
    repeat: 1,
    status: 'ok',
    score: 1,
    scoreBounds: { worst: 1, best: 1 },
    verdict: 'pass',
    verdictBounds: { worst: 'pass', best: 'pass' },
    input: [{ role: 'user', content: 'What is 2 + 2?' }],
    evaluators: [],
    metrics: [],
    output: { text: '4', messages: [], toolCalls: [] },
    latencyMs: 12,
    cached: false,
    warnings: [],
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:00:01.000Z',
    ...extra,
  };
}

/** Everything that an async iterable yields. */
export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
}

import {
  DEFAULT_VERDICT_THRESHOLDS,
  UnscoredError,
  type EvalCase,
  type EvaluationScore,
  type EvaluatorConfig,
  type EvaluatorDefinition,
  type EvaluatorServices,
  type JsonObject,
  type JudgePanel,
  type OptionProblem,
  type ProviderResponse,
} from '@assay/schema';
import * as v from 'valibot';

export function makeCase(overrides: Partial<EvalCase> = {}): EvalCase {
  return {
    id: 'case-1',
    expectedOutcome: 'Says that 2 + 2 is 4',
    inputMessages: [{ role: 'user', content: 'What is 2+2?' }],
    expectedMessages: [{ role: 'assistant', content: 'It is 4.' }],
    evaluators: [],
    execution: {},
    weight: 1,
    tags: [],
    ...overrides,
  };
}

export function makeResponse(overrides: Partial<ProviderResponse> = {}): ProviderResponse {
  const text = overrides.text ?? 'The answer is 4.';
  return { text, messages: [{ role: 'assistant', content: text }], toolCalls: [], latencyMs: 120, ...overrides };
}

export interface Surroundings {
  readonly evalCase?: EvalCase;
  readonly response?: ProviderResponse;
  readonly services?: Partial<EvaluatorServices>;
  readonly signal?: AbortSignal;
}

function noPanel(): JudgePanel {
  throw new UnscoredError('this test has no judges');
}

/** Checks the options by the definition's schema and evaluates, as a runner does. */
export async function evaluateWith(
  definition: EvaluatorDefinition,
  options: JsonObject,
  surroundings: Surroundings = {},
): Promise<EvaluationScore> {
  const config: EvaluatorConfig = { name: definition.name, type: definition.name, weight: 1, options };
  if (!definition.evaluate) throw new Error(`${definition.name} compares`);
  return definition.evaluate({
    options: v.parse(definition.options, options),
    config,
    evalCase: surroundings.evalCase ?? makeCase(),
    response: surroundings.response ?? makeResponse(),
    services: {
      judges: noPanel,
      embed: () => Promise.reject(new UnscoredError('this test has no embedding model')),
      evaluate: () => Promise.reject(new UnscoredError('this test has no members')),
      directory: process.cwd(),
      projectRoot: surroundings.services?.directory ?? process.cwd(),
      env: process.env,
      thresholds: DEFAULT_VERDICT_THRESHOLDS,
      ...surroundings.services,
    },
    signal: surroundings.signal ?? new AbortController().signal,
  });
}

/** What a definition's check says about options that fit its schema, in a folder. */
export async function problems(
  definition: EvaluatorDefinition,
  options: JsonObject,
  directory: string = process.cwd(),
  projectRoot: string = directory,
): Promise<readonly OptionProblem[]> {
  return (await definition.check?.({ options: v.parse(definition.options, options), directory, projectRoot })) ?? [];
}

/** What a definition's schema says about options, as messages; empty when they are fine. */
export function findings(definition: EvaluatorDefinition, options: unknown): string[] {
  const result = v.safeParse(definition.options, options);
  return result.success ? [] : result.issues.map((issue) => issue.message);
}

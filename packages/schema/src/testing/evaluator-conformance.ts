import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { EvaluationInput, EvaluatorDefinition, EvaluatorServices, OptionProblem, ScoringEvaluator } from '../contracts/evaluator.js';
import type { EvalCase } from '../domain/eval-case.js';
import { isJsonObject, type JsonObject } from '../domain/json.js';
import type { ProviderResponse } from '../domain/response.js';
import type { EvaluationScore } from '../domain/score.js';
import { shellArgv } from '../programs/shell-argv.js';
import { ConfigError } from '../errors/config-error.js';
import { toErrorInfo } from '../errors/inspecting/to-error-info.js';
import { DEFAULT_VERDICT_THRESHOLDS } from '../scoring/verdict.js';
import { answerOf } from './support/answer-of.js';
import { assertAskedTimes, countedJudges } from './support/asked-times.js';
import { comparisonChecks } from './support/comparison-checks.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { deepFreeze } from '../json/deep-freeze.js';
import { definitionConformance, examplesOf, ownOptions } from './definition-conformance.js';
import { EDGE_CASE_RESPONSES, OTHER_REPLIES } from './samples/edge-case-responses.js';
import { assertSaysItsNeeds, notedServices } from './support/needed-services.js';
import { assertPlainJson } from './support/plain-json.js';
import { sampleCase } from './samples/sample-case.js';
import { sampleResponse } from './samples/sample-response.js';
import { assertAnswer, assertEvaluationScore } from './support/score-assertions.js';
import { within } from './support/within.js';

/** An entry with a response that the evaluator can score. */
export interface EvaluatorSample {
  readonly title: string;
  /** The entry as it would be written in a file; `name`, `type` and `weight` may be left out. */
  readonly entry: JsonObject;
  readonly evalCase?: Partial<EvalCase> | undefined;
  readonly response?: Partial<ProviderResponse> | undefined;
}

export interface EvaluatorConformanceOptions {
  /** Default: the examples of the definition, on a short reply about Paris. */
  readonly samples?: readonly EvaluatorSample[] | undefined;
  /** Judges, an embedding model, other evaluators, a folder. Default: none of the first three, and the working directory. */
  readonly services?: Partial<EvaluatorServices> | undefined;
}

const SERVICES: EvaluatorServices = {
  judges: () => {
    throw new ConfigError('this suite was given no judges');
  },
  embed: async () => {
    throw new ConfigError('this suite was given no embedding model');
  },
  evaluate: async () => {
    throw new ConfigError('this suite was given no other evaluators');
  },
  directory: process.cwd(),
  projectRoot: process.cwd(),
  env: {},
  thresholds: DEFAULT_VERDICT_THRESHOLDS,
};

interface Setup {
  readonly definition: ScoringEvaluator;
  readonly services: EvaluatorServices;
}

type EvaluatorData = Pick<EvaluationInput, 'options' | 'config' | 'evalCase' | 'response'>;

/** A copy for each evaluation, so that one which changes its input disturbs no other check. */
function dataOf(
  definition: EvaluatorDefinition,
  sample: EvaluatorSample,
  response: Partial<ProviderResponse> = {},
): EvaluatorData {
  const written = ownOptions('evaluator', sample.entry) as JsonObject;
  const config = { name: definition.name, type: definition.name, weight: 1, options: written };
  return structuredClone({
    options: v.parse(definition.options, written),
    config,
    evalCase: sampleCase({ evaluators: [config], ...sample.evalCase }),
    response: sampleResponse({ ...sample.response, ...response }),
  });
}

/** As the engine sees it: what is thrown is an unscored result. */
async function outcome(
  { definition, services }: Setup,
  title: string,
  data: EvaluatorData,
): Promise<EvaluationScore> {
  const input = { ...data, services, signal: new AbortController().signal };
  return answerOf<EvaluationScore>(() => definition.evaluate(input), 'evaluate()', `"${title}"`, (error) => ({ score: null, error: toErrorInfo(error) }));
}

function sampleChecks(setup: Setup, sample: EvaluatorSample): readonly ConformanceCheck[] {
  const { title } = sample;
  const data = (response?: Partial<ProviderResponse>): EvaluatorData => dataOf(setup.definition, sample, response);
  return [
    {
      name: `${title}: the score is in [0, 1], or null with an error`,
      run: async () => {
        const result = await outcome(setup, title, data());
        assertEvaluationScore(result, title);
        assertPlainJson(result, 'the result');
      },
    },
    {
      name: `${title}: evaluating twice gives the same`,
      run: async () => {
        assert.deepEqual(await outcome(setup, title, data()), await outcome(setup, title, data()));
      },
    },
    {
      name: `${title}: what is evaluated at once, with other replies, gives the same`,
      run: async () => {
        const replies = [undefined, ...OTHER_REPLIES];
        const evaluated = (response: Partial<ProviderResponse> | undefined): Promise<EvaluationScore> => outcome(setup, title, data(response));
        const alone: EvaluationScore[] = [];
        for (const response of replies) alone.push(await evaluated(response));
        assert.deepEqual(await Promise.all(replies.map(evaluated)), alone, 'replies that are evaluated at once are mixed up');
      },
    },
    {
      name: `${title}: the entry, the case and the response are left as they are`,
      run: async () => {
        const given = data();
        await outcome(setup, title, given);
        assert.deepEqual(given, data(), 'the input was changed');
      },
    },
    {
      name: `${title}: odd replies are scored or refused, and never crash it`,
      run: async () => {
        for (const [kind, response] of Object.entries(EDGE_CASE_RESPONSES)) {
          const result = await outcome(setup, `${title}, ${kind}`, data(response));
          assertEvaluationScore(result, `${title}, ${kind}`);
          assertPlainJson(result, `the result of ${title}, ${kind},`);
        }
      },
    },
    {
      name: `${title}: it says that it uses what it asks for`,
      run: async () => {
        const { services, asked } = notedServices(setup.services);
        // That it fails is for other checks to tell.
        await outcome({ definition: setup.definition, services }, title, data()).catch(() => undefined);
        assertSaysItsNeeds(setup.definition, asked);
      },
    },
    ...askingChecks(setup, title, data),
    ...reorderingChecks(setup, title, data),
  ];
}

function reorderingChecks(setup: Setup, title: string, data: () => EvaluatorData): readonly ConformanceCheck[] {
  const { definition } = setup;
  if (!definition.reordered) return [];
  return [
    {
      name: `${title}: in another order it asks for the same`,
      run: async () => {
        const given = data();
        const options = definition.reordered?.(given.config.options);
        if (!options) return;
        assert.notDeepEqual(options, given.config.options, 'the order is the same');
        assert.ok(v.is(definition.options, options), 'its schema refuses what reordered() makes');
        const other = await outcome(setup, title, { ...given, options: v.parse(definition.options, options), config: { ...given.config, options } });
        // Sums are rounded in the order of what is added.
        const rounded = (score: number | null): string => String(score?.toFixed(9));
        assert.equal(rounded(other.score), rounded((await outcome(setup, title, data())).score), 'the score is another one');
      },
    },
  ];
}

function askingChecks(setup: Setup, title: string, data: () => EvaluatorData): readonly ConformanceCheck[] {
  const { definition } = setup;
  if (!definition.judgementsOf) return [];
  return [
    {
      name: `${title}: judges are asked as often as it says`,
      run: async () => {
        const { services, asked } = countedJudges(setup.services);
        const given = data();
        const result = await outcome({ definition, services }, title, given);
        assertAskedTimes(definition, given.config.options, asked(), [result], title);
      },
    },
  ];
}

function withLists(entry: JsonObject, [key, ...rest]: readonly string[]): JsonObject {
  const value = key === undefined ? undefined : entry[key];
  if (key === undefined || value === undefined) return entry;
  if (rest.length > 0) return isJsonObject(value) ? { ...entry, [key]: withLists(value, rest) } : entry;
  return typeof value === 'string' ? { ...entry, [key]: shellArgv(value) } : entry;
}

/** Whoever reads a file makes lists of commands that are written as texts. */
function commandChecks({ commands, examples, options }: EvaluatorDefinition): readonly ConformanceCheck[] {
  if (!commands) return [];
  return [
    {
      name: 'commands that are written as texts are accepted as the lists that they become',
      run: async () => {
        for (const { title, value } of examples) {
          const written = ownOptions('evaluator', value);
          if (isJsonObject(written)) assert.ok(v.is(options, commands.reduce(withLists, written)), `"${title}" is refused with its commands as lists`);
        }
      },
    },
  ];
}

/** Where nothing is that options may name. */
const NOWHERE = join(tmpdir(), 'assay-there-is-no-such-folder');

function assertProblems(problems: readonly OptionProblem[], title: string): void {
  assert.ok(Array.isArray(problems), `check() of "${title}" gives no list`);
  for (const { path, message, severity } of problems) {
    assert.ok(Array.isArray(path), `check() of "${title}" does not say where`);
    assert.match(message, /\S/u, `check() of "${title}" does not say what`);
    assert.ok(severity === undefined || severity === 'error' || severity === 'warning', `check() of "${title}" gives ${String(severity)}`);
  }
}

/** What is asked about options as files are read, when nobody has answered anything. */
function readingChecks(definition: EvaluatorDefinition): readonly ConformanceCheck[] {
  const entries = examplesOf(definition).flatMap(({ title, value }) => {
    const written = ownOptions('evaluator', value);
    return isJsonObject(written) ? [{ title, written }] : [];
  });
  return [
    {
      name: 'looks at options without failing, also where nothing is that they name, and leaves them as they are',
      run: async () => {
        for (const { title, written } of entries) {
          for (const directory of [process.cwd(), NOWHERE]) {
            const options: unknown = deepFreeze(v.parse(definition.options, structuredClone(written)));
            const problems = await within((async () => definition.check?.({ options, directory, projectRoot: directory }))(), `check() of "${title}"`);
            assertProblems(problems ?? [], title);
          }
        }
      },
    },
    {
      name: 'says what an entry has it start, and what must hold, by its options alone',
      run: async () => {
        for (const { title, written } of entries) {
          const { programs } = definition;
          const paths = typeof programs === 'function' ? programs(deepFreeze(structuredClone(written))) : [];
          assert.ok(Array.isArray(paths) && paths.every((path) => Array.isArray(path)), `programs() of "${title}" gives no list of paths`);
          const holds = definition.mustHold?.(deepFreeze(structuredClone(written)), { rubricRequired: true });
          assert.ok(holds === undefined || typeof holds === 'string', `mustHold() of "${title}" gives ${String(holds)}`);
        }
      },
    },
  ];
}

/** What evaluating promises, tried on samples. */
export function sampleChecksOf(definition: EvaluatorDefinition, options: EvaluatorConformanceOptions): readonly ConformanceCheck[] {
  const services: EvaluatorServices = { ...SERVICES, ...options.services };
  const samples =
    options.samples ??
    examplesOf(definition).flatMap(({ title, value }) => (isJsonObject(value) ? [{ title, entry: value }] : []));
  if (definition.compare) return samples.flatMap((sample) => comparisonChecks(definition, services, { ...sample, data: dataOf(definition, sample) }));
  const setup: Setup = { definition, services };
  return [
    ...samples.flatMap((sample) => sampleChecks(setup, sample)),
    {
      name: 'scores at least one of the samples',
      run: async () => {
        const results = await Promise.all(samples.map(async (sample) => outcome(setup, sample.title, dataOf(definition, sample))));
        for (const [index, result] of results.entries()) assertAnswer(result, `${samples[index]?.title}`);
        const reasons = results.map((result) => result.error?.message).join('; ');
        assert.ok(
          results.some((result) => result.score !== null),
          `every sample was unscored: ${reasons}`,
        );
      },
    },
  ];
}

/** What every evaluator promises, tried on samples. */
export function evaluatorConformance(
  definition: EvaluatorDefinition,
  options: EvaluatorConformanceOptions = {},
): readonly ConformanceCheck[] {
  return [...definitionConformance(definition), ...commandChecks(definition), ...readingChecks(definition), ...sampleChecksOf(definition, options)];
}

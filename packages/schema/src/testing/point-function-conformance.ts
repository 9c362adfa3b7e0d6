import assert from 'node:assert/strict';
import * as v from 'valibot';
import type { PointContext, PointFunctionDefinition, PointOutcome } from '../contracts/point-function.js';
import { foundProblems } from '../answers/found-problems.js';
import { answerOf } from './support/answer-of.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { definitionConformance, examplesOf } from './definition-conformance.js';
import { EDGE_CASE_RESPONSES, OTHER_REPLIES } from './samples/edge-case-responses.js';
import { sampleResponse } from './samples/sample-response.js';

/** An argument with a reply that the function can score. */
export interface PointSample {
  readonly title: string;
  readonly argument: unknown;
  /** What it looks at. Default: a short reply about Paris. */
  readonly context?: Partial<Omit<PointContext, 'signal'>> | undefined;
}

export interface PointFunctionConformanceOptions {
  /** Default: the examples of the definition. */
  readonly samples?: readonly PointSample[] | undefined;
}

type PointData = Omit<PointContext, 'signal'>;

/** A copy for each call, so that one which changes its context disturbs no other check. */
function dataOf(sample: PointSample, response: Parameters<typeof sampleResponse>[0] = {}): PointData {
  const { text, toolCalls, messages } = sampleResponse(response);
  return structuredClone({ text, toolCalls, messages, modelId: 'mock:any', ...sample.context, ...response });
}

/** The outcome; an error of Assay as the message that it is unscored with. */
async function outcomeOf(definition: PointFunctionDefinition, argument: unknown, data: PointData, what: string): Promise<PointOutcome | { readonly unscored: string }> {
  const context = { ...data, signal: new AbortController().signal };
  return answerOf<PointOutcome | { readonly unscored: string }>(() => definition.apply(argument, context), 'apply()', what, (error) => ({ unscored: error.message }));
}

function assertAnswered(outcome: unknown, what: string): void {
  assert.ok(outcome !== null && outcome !== undefined, `${what} gave nothing: it has to give true, false, a number from 0 to 1, or { score, explain }`);
}

function assertOutcome(outcome: PointOutcome | { readonly unscored: string }, what: string): void {
  assertAnswered(outcome, what);
  if (typeof outcome === 'object' && 'unscored' in outcome) return assert.notEqual(outcome.unscored, '', `${what}: the error says nothing`);
  const { score, explain } = typeof outcome === 'object' ? outcome : { score: outcome, explain: undefined };
  const isScore = typeof score === 'boolean' || (typeof score === 'number' && score >= 0 && score <= 1);
  assert.ok(isScore, `${what}: the score is neither yes, no nor in [0, 1]: ${String(score)}`);
  assert.ok(explain === undefined || typeof explain === 'string', `${what}: the explanation is no text`);
}

function sampleChecks(definition: PointFunctionDefinition, sample: PointSample): readonly ConformanceCheck[] {
  const { title } = sample;
  const argumentOf = (): unknown => structuredClone(v.parse(definition.options, sample.argument));
  return [
    {
      name: `${title}: nothing is wrong with the argument`,
      run: async () => {
        const problems = foundProblems(definition.check?.(argumentOf()));
        assert.deepEqual(problems.filter(({ severity }) => severity !== 'warning').map(({ message }) => message), []);
      },
    },
    {
      name: `${title}: the score is yes, no or in [0, 1], or there is an error`,
      run: async () => assertOutcome(await outcomeOf(definition, argumentOf(), dataOf(sample), title), title),
    },
    {
      name: `${title}: applying it twice gives the same`,
      run: async () => {
        const [first, second] = [await outcomeOf(definition, argumentOf(), dataOf(sample), title), await outcomeOf(definition, argumentOf(), dataOf(sample), title)];
        assert.deepEqual(second, first);
      },
    },
    {
      name: `${title}: what is looked at at once, with other replies, gives the same`,
      run: async () => {
        const replies = [undefined, ...OTHER_REPLIES];
        const applied = (response: Parameters<typeof sampleResponse>[0]): ReturnType<typeof outcomeOf> => outcomeOf(definition, argumentOf(), dataOf(sample, response), title);
        const alone: Awaited<ReturnType<typeof outcomeOf>>[] = [];
        for (const response of replies) alone.push(await applied(response));
        assert.deepEqual(await Promise.all(replies.map(applied)), alone, 'replies that are looked at at once are mixed up');
      },
    },
    {
      name: `${title}: the argument and what it looks at are left as they are`,
      run: async () => {
        const [argument, data] = [argumentOf(), dataOf(sample)];
        await outcomeOf(definition, argument, data, title);
        assert.deepEqual({ argument, data }, { argument: argumentOf(), data: dataOf(sample) }, 'the input was changed');
      },
    },
    {
      name: `${title}: odd replies are scored or refused, and never crash it`,
      run: async () => {
        for (const [kind, response] of Object.entries(EDGE_CASE_RESPONSES)) {
          const what = `${title}, ${kind}`;
          assertOutcome(await outcomeOf(definition, argumentOf(), dataOf(sample, response), what), what);
        }
      },
    },
  ];
}

/** What every point function promises, tried on samples. Its `not_` form is made elsewhere, for all of them. */
export function pointFunctionConformance(
  definition: PointFunctionDefinition,
  options: PointFunctionConformanceOptions = {},
): readonly ConformanceCheck[] {
  const samples = options.samples ?? examplesOf(definition).map(({ title, value }): PointSample => ({ title, argument: value }));
  return [
    ...definitionConformance(definition, (argument) => argument),
    {
      name: 'no name begins with not_ or has anything but letters, digits and _',
      run: async () => {
        for (const name of [definition.name, ...(definition.aliases ?? [])]) assert.match(name, /^(?!not_)[a-z][a-z0-9_]*$/u);
      },
    },
    ...samples.flatMap((sample) => sampleChecks(definition, sample)),
    {
      name: 'scores at least one of the samples',
      run: async () => {
        const outcomes = await Promise.all(samples.map((sample) => outcomeOf(definition, v.parse(definition.options, sample.argument), dataOf(sample), sample.title)));
        for (const [index, outcome] of outcomes.entries()) assertAnswered(outcome, `${samples[index]?.title}`);
        assert.ok(outcomes.some((outcome) => typeof outcome !== 'object' || 'score' in outcome), 'every sample was unscored');
      },
    },
  ];
}

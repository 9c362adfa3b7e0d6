import assert from 'node:assert/strict';
import type { ComparedReply, ComparingEvaluator, ComparisonInput, EvaluatorServices } from '../../contracts/evaluator.js';
import type { EvaluationScore } from '../../domain/score.js';
import { toErrorInfo } from '../../errors/inspecting/to-error-info.js';
import { answerOf } from './answer-of.js';
import { assertAskedTimes, countedJudges } from './asked-times.js';
import type { ConformanceCheck } from './conformance-check.js';
import { deepFreeze } from '../../json/deep-freeze.js';
import { describeValue } from '../../normalization/findings.js';
import { EDGE_CASE_RESPONSES } from '../samples/edge-case-responses.js';
import { assertSaysItsNeeds, notedServices } from './needed-services.js';
import { assertPlainJson } from './plain-json.js';
import { sampleResponse } from '../samples/sample-response.js';
import { assertEvaluationScore } from './score-assertions.js';

interface ComparisonSample {
  readonly title: string;
  readonly data: Pick<ComparisonInput, 'options' | 'config' | 'evalCase'>;
}

function reply(target: string, text: string): ComparedReply {
  return { target, variant: '', response: sampleResponse({ text, messages: [{ role: 'assistant', content: text }] }) };
}

const REPLIES: readonly ComparedReply[] = [
  reply('first', 'The capital of France is Paris.'),
  reply('second', 'Paris.'),
  reply('third', 'I would rather talk about the weather.'),
];

/** As the engine sees it: what is thrown leaves all replies unscored. */
async function outcome(
  definition: ComparingEvaluator,
  services: EvaluatorServices,
  { title, data }: ComparisonSample,
  replies: readonly ComparedReply[],
): Promise<readonly EvaluationScore[]> {
  const { evaluate: _, ...others } = services;
  const input = { ...deepFreeze(structuredClone({ ...data, replies })), services: others, signal: new AbortController().signal };
  const unscored = (error: Error): readonly EvaluationScore[] => replies.map(() => ({ score: null, error: toErrorInfo(error) }));
  return answerOf(() => definition.compare(input), 'compare()', `"${title}"`, unscored);
}

function assertScores(scores: readonly EvaluationScore[], replies: readonly ComparedReply[], title: string): void {
  assert.ok(Array.isArray(scores), `"${title}" gave ${describeValue(scores)} in place of a list of answers, one for each reply`);
  assert.equal(scores.length, replies.length, `"${title}" gave ${scores.length} scores for ${replies.length} replies`);
  for (const score of scores) assertEvaluationScore(score, title);
  assertPlainJson(scores, 'the scores');
}

function askingChecks(definition: ComparingEvaluator, services: EvaluatorServices, sample: ComparisonSample): readonly ConformanceCheck[] {
  const { title, data } = sample;
  if (!definition.judgementsOf) return [];
  return [
    {
      name: `${title}: judges are asked as often as it says`,
      run: async () => {
        for (const replies of [REPLIES.slice(0, 2), REPLIES]) {
          const counted = countedJudges(services);
          const scores = await outcome(definition, counted.services, sample, replies);
          assertAskedTimes(definition, data.config.options, counted.asked(), scores, title);
        }
      },
    },
  ];
}

/** What comparing promises, tried on a sample. */
export function comparisonChecks(
  definition: ComparingEvaluator,
  services: EvaluatorServices,
  sample: ComparisonSample,
): readonly ConformanceCheck[] {
  const { title } = sample;
  const compare = (replies: readonly ComparedReply[]): Promise<readonly EvaluationScore[]> => outcome(definition, services, sample, replies);
  return [
    {
      name: `${title}: two replies and three have a score in [0, 1] each, or null with an error`,
      run: async () => {
        for (const replies of [REPLIES.slice(0, 2), REPLIES]) {
          const scores = await compare(replies);
          assertScores(scores, replies, title);
          assert.ok(scores.some(({ score }) => score !== null), `every reply was unscored: ${scores[0]?.error?.message}`);
        }
      },
    },
    {
      name: `${title}: comparing twice gives the same, and the input, which is frozen, is left as it is`,
      run: async () => assert.deepEqual(await compare(REPLIES), await compare(REPLIES)),
    },
    {
      name: `${title}: what is compared at once, of other replies, gives the same`,
      run: async () => {
        const groups = [REPLIES, REPLIES.slice(1), REPLIES.slice(0, 2)];
        const alone: (readonly EvaluationScore[])[] = [];
        for (const replies of groups) alone.push(await compare(replies));
        assert.deepEqual(await Promise.all(groups.map(compare)), alone, 'replies that are compared at once are mixed up');
      },
    },
    {
      name: `${title}: equal replies have equal scores`,
      run: async () => {
        const scores = await compare([reply('first', 'Paris.'), reply('second', 'Paris.'), reply('third', 'Paris.')]);
        assert.deepEqual(scores.map(({ score }) => score), scores.map(() => scores[0]?.score), 'equal replies are told apart');
      },
    },
    {
      name: `${title}: a reply has the same score wherever it stands in the list`,
      run: async () => {
        // Sums are rounded in the order of what is added.
        const rounded = (scores: readonly EvaluationScore[]): readonly (string | undefined)[] => scores.map(({ score }) => score?.toFixed(9));
        assert.deepEqual(rounded(await compare(REPLIES.toReversed())).toReversed(), rounded(await compare(REPLIES)), 'a place in the list is worth something');
      },
    },
    {
      name: `${title}: odd replies are scored or refused, and never crash it`,
      run: async () => {
        for (const [kind, response] of Object.entries(EDGE_CASE_RESPONSES)) {
          const replies = [...REPLIES.slice(0, 1), { target: kind, variant: '', response: sampleResponse(response) }];
          assertScores(await compare(replies), replies, `${title}, ${kind}`);
        }
      },
    },
    {
      name: `${title}: it says that it uses what it asks for`,
      run: async () => {
        const noted = notedServices(services);
        // That it fails is for other checks to tell.
        await outcome(definition, noted.services, sample, REPLIES).catch(() => undefined);
        assertSaysItsNeeds(definition, noted.asked);
      },
    },
    ...askingChecks(definition, services, sample),
  ];
}

import {
  addCost,
  addUsage,
  mayHaveCost,
  ProviderError,
  referenceAnswer,
  spentInVain,
  toErrorInfo,
  withoutPaths,
  type EvaluatorDefinition,
  type EvaluatorResult,
  type JsonObject,
  type Message,
  type ProviderResponse,
  type RequestAttempts,
  type ResultRow,
  type RowOutput,
  type RowSavings,
  type Spending,
  type Trial,
  type VerdictThresholds,
} from '@assay/schema';
import { withDigests, type AttachedDigests } from '../../attached/attached-digests.js';
import type { Clock } from '../../clock/clock.js';
import { isoTime } from '../../clock/iso-time.js';
import { assessmentKey, criteriaKey, expectationsKey, scoringKey } from '../../plan/scoring-key.js';
import { allowsEmpty } from '../asking/allows-empty.js';
import { addAttempts, attemptsOf } from '../../attempts/add-attempts.js';
import type { Conversation } from '../asking/converse.js';
import { evaluatorVersions } from './evaluator-versions.js';
import { judgingTotals } from '../scoring/judging-totals.js';
import { lacksPrice } from '../asking/lacks-price.js';
import type { SimilarityPart } from '../scoring/measure-similarity.js';
import { asksForRubricSetting, openRequirements } from '../entries/must-hold.js';
import { toldOfCase } from '../entries/told-of-case.js';
import { withSystem } from '../asking/prepare-messages.js';
import { scoreCase, unscoredCase } from './score-case.js';
import { trialFields } from './trial-fields.js';

/** A conversation with what the target itself put before it. */
export interface HeldConversation extends Conversation {
  /** True for one that a stored row has. */
  readonly isStored?: boolean | undefined;
  /** What the files of the case held when it was asked; absent where nobody was asked. */
  readonly attached?: AttachedDigests | undefined;
  readonly systemPrompt?: string | undefined;
}

/** What the evaluators made of a reply. */
export interface Scoring {
  readonly results: readonly EvaluatorResult[];
  readonly judgeIds: ReadonlySet<string>;
  readonly similarity: SimilarityPart;
  /** What all of that did not have to spend. */
  readonly saved?: Spending | undefined;
}

/** What rows depend on besides their trials. */
export interface RowSettings {
  /** Who judges and measures a trial, as a digest; undefined when nobody does. */
  readonly assessorsOf: (trial: Trial) => string | undefined;
  readonly runId: string;
  readonly evaluatorFor: (type: string) => EvaluatorDefinition | undefined;
  readonly thresholds: VerdictThresholds;
  /** Whether lines of rubrics must hold that do not say so. */
  readonly rubricRequired: boolean;
  readonly clock: Clock;
}

/** The reply as it is kept; null when a turn failed, since what there is then is not the reply. */
function outputOf({ response, failure }: Conversation): RowOutput | null {
  if (!response || failure) return null;
  const { text, messages, toolCalls, fileChanges, finishReason } = response;
  return { text, messages: withoutPaths(messages), toolCalls, ...(fileChanges === undefined ? {} : { fileChanges }), ...(finishReason === undefined ? {} : { finishReason }) };
}

/** Exact backends by role; undefined when none is known. */
function backends(response: ProviderResponse | null, judges: JsonObject): JsonObject | undefined {
  const target = response?.fingerprint ?? response?.model;
  const all = target === undefined ? judges : { target, ...judges };
  return Object.keys(all).length === 0 ? undefined : all;
}

/** How often the target was asked, also in vain; undefined when each turn was answered at once. */
function allAttempts(response: ProviderResponse | null, error: unknown): RequestAttempts | undefined {
  const inVain = error instanceof ProviderError ? error.attempts : undefined;
  if (!inVain) return response?.attempts;
  return response ? addAttempts(attemptsOf(response), inVain) : inVain;
}

/** What the reply took, also of the turns before one that failed: they were paid for. */
export function figuresOf({ response, authored, asked, failure }: Conversation) {
  const inVain = spentInVain(failure?.error);
  return {
    usage: addUsage(response?.usage, inVain?.usage),
    costUsd: addCost(authored ? 0 : response?.costUsd, inVain?.costUsd),
    costIncomplete: (response && !authored && lacksPrice(response)) || mayHaveCost(failure?.error) || undefined,
    attempts: allAttempts(response, failure?.error),
    latencyMs: response && asked && !failure && Number.isFinite(response.latencyMs) ? response.latencyMs : null,
  };
}

/** What was not spent on the reply and its judging; undefined for a row that paid for all of itself. */
function savingsOf(reply: Spending | undefined, judging: Spending | undefined): RowSavings | undefined {
  if (!reply && !judging) return undefined;
  return { usage: reply?.usage, costUsd: reply?.costUsd, judgeUsage: judging?.usage, judgeCostUsd: judging?.costUsd };
}

/** The conversation as it was sent: the target's own system prompt stands before all others. */
function sentInput({ evalCase, variant }: Trial, { systemPrompt, attached }: HeldConversation): readonly Message[] {
  const written = withSystem(evalCase.inputMessages, variant.system);
  const messages = attached ? withDigests(written, attached) : written;
  return systemPrompt ? [{ role: 'system', content: systemPrompt }, ...messages] : messages;
}

/** What a trial compares its reply with, whoever judges. */
function expectationsOf(settings: RowSettings, trial: Trial): string {
  return expectationsKey(trial.evalCase, {
    allowEmpty: allowsEmpty(trial),
    versions: evaluatorVersions(trial.evalCase.evaluators, settings.evaluatorFor),
  });
}

/** What a trial compares its reply with and is counted by, and who judges. @throws ConfigError when it was not prepared. */
export function assessmentOf(settings: RowSettings, trial: Trial, expectations = expectationsOf(settings, trial)): string {
  const { thresholds, rubricRequired } = settings;
  return assessmentKey(expectations, { described: trial.evalCase, thresholds, rubricRequired, assessors: settings.assessorsOf(trial) });
}

/** What the verdict on a trial goes by. The setting for lines of rubrics is a part of it for cases alone that have some, variables and metadata where evaluators are told of them. */
function criteriaOf({ rubricRequired, evaluatorFor }: RowSettings, { evalCase }: Trial, expectations: string): string {
  return criteriaKey(expectations, {
    rubricRequired: rubricRequired || !asksForRubricSetting(evalCase.evaluators, evaluatorFor),
    told: toldOfCase(evalCase, evaluatorFor),
  });
}

/** Each once. */
function allWarnings(ofReply: readonly string[] = [], ofJudging: readonly string[], ofSimilarity: readonly string[]): readonly string[] {
  if (ofReply.length + ofJudging.length + ofSimilarity.length === 0) return [];
  return [...new Set([...ofReply, ...ofJudging, ...ofSimilarity])];
}

/** The row of a trial whose conversation is over, however it ended. */
export function createRow(
  settings: RowSettings,
  trial: Trial,
  conversation: HeldConversation,
  { results, judgeIds, similarity, saved }: Scoring,
  startedAt: number,
): ResultRow {
  const { evalCase } = trial;
  const { response, failure } = conversation;
  const { judgeUsage, judgeCostUsd, judgeCostIncomplete, warnings, fingerprints } = judgingTotals(results);
  const { status, score, scoreBounds, verdict, verdictBounds, requirements, error } = failure
    ? unscoredCase(toErrorInfo(failure.error), openRequirements(evalCase.evaluators, settings.evaluatorFor, settings))
    : scoreCase(results, settings.thresholds);
  const fields = trialFields(trial, settings.runId);
  const { usage, costUsd, costIncomplete, latencyMs, attempts } = figuresOf(conversation);
  const expectations = expectationsOf(settings, trial);
  // One literal without spreads: an object of so many fields that grows by them is slow to make and to look at.
  return {
    schemaVersion: fields.schemaVersion,
    runId: fields.runId,
    trialKey: fields.trialKey,
    suite: fields.suite,
    suitePath: fields.suitePath,
    caseId: fields.caseId,
    source: fields.source,
    conversationId: fields.conversationId,
    caseWeight: fields.caseWeight,
    tags: fields.tags,
    vars: fields.vars,
    metadata: fields.metadata,
    target: fields.target,
    variant: fields.variant,
    repeat: fields.repeat,
    scoringKey: scoringKey(expectations, judgeIds, failure ? null : response),
    assessmentKey: failure ? undefined : assessmentOf(settings, trial, expectations),
    criteriaKey: failure ? undefined : criteriaOf(settings, trial, expectations),
    status,
    score,
    scoreBounds,
    verdict,
    verdictBounds,
    requirements,
    input: withoutPaths(sentInput(trial, conversation)),
    // What the case says about a right answer, so that a row can be read without its file.
    expectedOutcome: evalCase.expectedOutcome || undefined,
    reference: referenceAnswer(evalCase.expectedMessages) || undefined,
    evaluators: results,
    metrics: similarity.metrics,
    output: outputOf(conversation),
    transcript: conversation.transcript && withoutPaths(conversation.transcript),
    confidence: failure ? undefined : response?.confidence,
    usage,
    costUsd,
    costIncomplete,
    latencyMs,
    attempts,
    // Embeddings are a cost of assessing the reply, as judges are.
    judgeUsage: addUsage(judgeUsage, similarity.usage),
    judgeCostUsd: addCost(judgeCostUsd, similarity.costUsd),
    judgeCostIncomplete: judgeCostIncomplete || similarity.costIncomplete || undefined,
    cached: !failure && response?.cached === true,
    saved: savingsOf(response?.saved, saved),
    warnings: allWarnings(response?.warnings, warnings, similarity.warnings),
    error,
    fingerprints: backends(response, fingerprints),
    startedAt: isoTime(startedAt),
    finishedAt: isoTime(settings.clock.now()),
  };
}

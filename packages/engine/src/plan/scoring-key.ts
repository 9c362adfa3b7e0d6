import { canonicalJson, withoutPaths, type EvalCase, type ProviderResponse, type VerdictThresholds } from '@assay/schema';
import { hashOfJson, repeatedHash, repeatedJson } from './short-hash.js';

/** What a case compares a reply with. */
type Expectations = Pick<EvalCase, 'evaluators' | 'expectedOutcome' | 'expectedMessages' | 'context'>;

export interface ScoringSettings {
  /** Whether an empty reply is an answer, and so has a score. Default false. */
  readonly allowEmpty?: boolean | undefined;
  /** Versions of the evaluators that were used, by their types, as far as they have any. */
  readonly versions?: Readonly<Record<string, string>> | undefined;
}

/** Cases share the object of evaluators that are the same. */
const evaluatorsJson = repeatedJson();
const thresholdsJson = repeatedJson();
/** Many cases expect the same, and what one expects all its trials do. */
const expectationsHash = repeatedHash();
const assessmentHash = repeatedHash();
const criteriaHash = repeatedHash();

/** Stable name of what a case compares a reply with, whoever judges. */
export function expectationsKey(
  { evaluators, expectedOutcome, expectedMessages, context }: Expectations,
  { allowEmpty = false, versions = {} }: ScoringSettings = {},
): string {
  // Canonical JSON, put together of its parts: their names are in order, and what is not said is left out.
  const own = context === undefined ? '' : `"context":${canonicalJson(context)},`;
  const expected = `"expectedMessages":${canonicalJson(expectedMessages)},"expectedOutcome":${canonicalJson(expectedOutcome)}`;
  const empty = allowEmpty ? '"allowEmpty":true,' : '';
  const versioned = Object.keys(versions).length > 0 ? `,"versions":${canonicalJson(versions)}` : '';
  return expectationsHash(`{${empty}"case":{${own}"evaluators":${evaluatorsJson(evaluators)},${expected}}${versioned}}`);
}

/**
 * Stable name of a scoring: a hash of what decides the score, which is the case's evaluators with
 * the expectations they compare with, the judges and the reply. The order of judges has no part
 * in it, nor have time and cost of the reply.
 * @param expectations of {@link expectationsKey}.
 * @returns 32 hex digits.
 */
export function scoringKey(
  expectations: string,
  judgeIds: ReadonlySet<string>,
  reply: Pick<ProviderResponse, 'text' | 'messages' | 'toolCalls' | 'fileChanges' | 'confidence'> | null,
): string {
  const judges = judgeIds.size === 0 ? '[]' : canonicalJson([...judgeIds].toSorted());
  const said = reply && { confidence: reply.confidence, fileChanges: reply.fileChanges, messages: withoutPaths(reply.messages), text: reply.text, toolCalls: reply.toolCalls };
  return hashOfJson(`{"expectations":"${expectations}","judges":${judges},"reply":${canonicalJson(said)}}`);
}

export interface CriteriaSettings {
  /** Whether lines of rubrics must hold that do not say so; true also for cases in which it makes no difference. */
  readonly rubricRequired: boolean;
  /** What evaluators of the case are told of it besides; undefined for nothing. */
  readonly told?: Pick<EvalCase, 'vars' | 'metadata'> | undefined;
}

/**
 * Stable name of what a verdict on a case goes by, whoever judges: what it compares a reply with, and whether lines of rubrics must hold that do not say so.
 * @param expectations of {@link expectationsKey}.
 */
export function criteriaKey(expectations: string, { rubricRequired, told }: CriteriaSettings): string {
  if (rubricRequired && told === undefined) return expectations;
  const besides = told === undefined ? '' : `,"told":${canonicalJson({ metadata: told.metadata, vars: told.vars })}`;
  return criteriaHash(`{"expectations":"${expectations}","rubricRequired":${rubricRequired}${besides}}`);
}

/** What else of a case its row says of it, or its evaluators are told. */
type Described = Pick<EvalCase, 'weight' | 'tags' | 'conversationId' | 'vars' | 'metadata'>;

/** The trials of a case follow each other, and say the same of it. */
let last: { readonly described: Described; readonly json: string } | undefined;

function describedBy(described: Described): string {
  const { weight, tags, conversationId, vars, metadata } = described;
  // Nearly all cases say nothing of it.
  if (weight === 1 && tags.length === 0 && conversationId === undefined && vars === undefined && metadata === undefined) return '';
  if (last?.described !== described) {
    const said = { conversationId, metadata, vars, ...(tags.length > 0 ? { tags } : {}), ...(weight === 1 ? {} : { weight }) };
    last = { described, json: `"described":${canonicalJson(said)},` };
  }
  return last.json;
}

export interface AssessmentSettings {
  /** The case, without which its row would not be counted as it is, or its evaluators would be told something else. */
  readonly described: Described;
  readonly thresholds: VerdictThresholds;
  readonly rubricRequired: boolean;
  /** Digest of who judges and measures; undefined when nobody does. */
  readonly assessors?: string | undefined;
}

/**
 * Stable name of everything that a reply is compared with, and a row is counted by, but for the reply: known before there is one. When
 * it has changed, a stored reply has to be scored again.
 * @param expectations of {@link expectationsKey}.
 * @returns 32 hex digits.
 */
export function assessmentKey(expectations: string, { described, thresholds, rubricRequired, assessors }: AssessmentSettings): string {
  const assessed = assessors === undefined ? '' : `"assessors":"${assessors}",`;
  return assessmentHash(`{${assessed}${describedBy(described)}"expectations":"${expectations}","rubricRequired":${rubricRequired},"thresholds":${thresholdsJson(thresholds)}}`);
}

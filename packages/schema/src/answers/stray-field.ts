import { nearestMatch } from '../diagnostics/nearest-match.js';
import type { EvaluatorResult } from '../domain/score.js';

/** Every field that an answer may have: those of the result of an entry too, since who asks another evaluator may hand its result on. */
const FIELDS = Object.keys({
  score: true,
  verdict: true,
  bounds: true,
  hits: true,
  misses: true,
  reasoning: true,
  details: true,
  error: true,
  points: true,
  judges: true,
  evaluators: true,
  requirements: true,
  degraded: true,
  warnings: true,
  judgeUsage: true,
  judgeCostUsd: true,
  judgeCostIncomplete: true,
  name: true,
  type: true,
  weight: true,
} satisfies Record<keyof EvaluatorResult, true>);

const KNOWN: ReadonlySet<string> = new Set(FIELDS);

interface StrayField {
  readonly name: string;
  /** What to do about it. */
  readonly hint: string;
}

/** The first field of an evaluator's answer that no answer has; undefined for none. Like one that cannot be, it may be what says that the response fails. */
export function strayField(score: object): StrayField | undefined {
  const name = Object.keys(score).find((key) => !KNOWN.has(key) && (score as Readonly<Record<string, unknown>>)[key] !== undefined);
  if (name === undefined) return undefined;
  const camelCase = name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
  const meant = nearestMatch(camelCase, FIELDS);
  return { name, hint: `${meant === undefined ? '' : `did you mean ${meant}? `}What is to be kept beside a score goes into details` };
}

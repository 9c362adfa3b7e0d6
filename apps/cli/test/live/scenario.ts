import type { EvaluatorResult, RowStatus, Verdict } from '@assay/schema';

/** A tool call as a model makes it. */
export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One turn of the model under test. */
interface Reply {
  readonly says: string;
  readonly calls?: readonly Call[];
}

/** The class of a five-point scale, a number, or a reply that cannot be read. */
export type Vote = 'FULLY_MET' | 'LARGELY_MET' | 'HALF_MET' | 'SLIGHTLY_MET' | 'NOT_MET' | 'RUBBISH' | number;

/** What the judges say when their prompt has this text in it: one vote for each judge that is asked. */
export interface Opinion {
  readonly about: string;
  readonly votes: readonly Vote[];
  readonly hits?: readonly string[];
  readonly misses?: readonly string[];
}

/** The target's share of a trial, which differs between targets. */
export interface Spent {
  readonly target: 'gpt' | 'claude';
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

/** What a result must say. Lists that are left out must be empty or absent. */
export interface ExpectedResult {
  readonly name: string;
  readonly type: string;
  readonly weight?: number;
  readonly score: number | null;
  /** Null for one that is open. */
  readonly verdict?: Verdict | null;
  readonly hits?: readonly unknown[];
  readonly misses?: readonly unknown[];
  readonly points?: readonly { readonly text: string; readonly score: number | null; readonly votes?: readonly (number | null)[] }[];
  /** The score of each judge, in order of their names. */
  readonly votes?: readonly (number | null)[];
  readonly members?: readonly ExpectedResult[];
  readonly error?: string;
}

export interface ExpectedRow {
  readonly score: number | null;
  readonly verdict: Verdict | null;
  readonly status?: RowStatus;
  readonly bounds?: readonly [worst: number, best: number];
  readonly evaluators: readonly ExpectedResult[];
  readonly warnings?: readonly unknown[];
}

/** One case of the suite: what is asked, what everybody answers, and the row that must come of it. */
export interface Scenario {
  readonly id: string;
  /** One text, or two with a generated turn between them. */
  readonly asks: readonly string[];
  readonly replies: readonly Reply[];
  /** The fields of the case besides its id, outcome and input. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly opinions?: readonly Opinion[];
  readonly expected: ExpectedRow | ((spent: Spent) => ExpectedRow);
}

/** A case of one question and one reply. */
export function scenario(
  id: string,
  asks: string,
  says: string,
  rest: Omit<Scenario, 'id' | 'asks' | 'replies'> & { readonly calls?: readonly Call[] },
): Scenario {
  const { calls, ...others } = rest;
  return { id, asks: [asks], replies: [{ says, ...(calls ? { calls } : {}) }], ...others };
}

/** A result whose name is its type. */
export function result(type: string, score: number | null, rest: Omit<ExpectedResult, 'name' | 'type' | 'score'> & { readonly name?: string } = {}): ExpectedResult {
  return { name: type, type, score, ...rest };
}

/** The verdict that a score has by itself, said again here. */
export function plainVerdict(score: number | null): Verdict | undefined {
  if (score === null) return undefined;
  return score >= 0.8 ? 'pass' : score >= 0.6 ? 'borderline' : 'fail';
}

/** The parts of a result that are compared, in the form of {@link expectedParts}. */
export function partsOf({ name, type, weight, score, verdict, hits, misses, points, judges, evaluators, error }: EvaluatorResult): object {
  return {
    name,
    type,
    weight,
    score,
    verdict,
    hits: hits ?? [],
    misses: misses ?? [],
    points: (points ?? []).map((point) => ({ text: point.text, score: point.score, votes: (point.judges ?? []).map((vote) => vote.score) })),
    votes: (judges ?? []).map((vote) => vote.score),
    members: (evaluators ?? []).map(partsOf),
    error: error?.code,
  };
}

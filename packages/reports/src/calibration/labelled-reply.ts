import type { Label } from '@assay/schema';
import type { JudgedRow } from './judge-votes.js';

/** Whose a reply is, and what it weighs, whether or not it has a score. */
export interface PlannedReply {
  readonly suite: string;
  readonly suitePath: string;
  readonly target: string;
  readonly variant: string;
  /** Case or conversation: replies of one depend on each other. */
  readonly cluster: string;
  readonly weight: number;
}

/** What calibration keeps of a scored reply. */
export interface JudgedReply extends PlannedReply {
  readonly trialKey: string;
  readonly caseId: string;
  readonly score: number;
  /** Null for an open verdict: it hangs on what could not be judged. */
  readonly passed: boolean | null;
  /** Undefined for a reply that nobody labelled: the rest is not looked at then. */
  readonly label?: Label | undefined;
  /** Characters of the reply. */
  readonly length: number;
  readonly judges: readonly JudgedRow[];
  readonly criteriaKey: string | undefined;
}

/** A reply with what people say of it, and how much that stands for. */
export interface LabelledReply extends JudgedReply {
  readonly label: Label;
  /** What people say passes. */
  readonly truePass: boolean;
  /** [0, 1]: the score of the label, or what its verdict stands for. */
  readonly trueScore: number;
  /** The chance with which it came to be labelled; undefined where nobody drew it. */
  readonly chance: number | undefined;
}

const SCORES = { pass: 1, borderline: 0.5, fail: 0 } as const;

/** A labelled reply, or undefined where people said nothing. */
export function labelledReply(reply: JudgedReply, chance: number | undefined): LabelledReply | undefined {
  const { label } = reply;
  if (!label || label.verdict === null) return undefined;
  return { ...reply, label, chance, truePass: label.verdict === 'pass', trueScore: label.score ?? SCORES[label.verdict] };
}

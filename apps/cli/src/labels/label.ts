import type { Verdict } from '@assay/schema';
import * as v from 'valibot';

/** Version of the lines of label files. */
const LABEL_VERSION = 1;

/** What a person says of one reply. */
export interface Label {
  readonly runId: string;
  readonly trialKey: string;
  readonly suite: string;
  readonly suitePath: string;
  readonly caseId: string;
  readonly target: string;
  /** Empty when nothing is varied. */
  readonly variant: string;
  /** Counts from 1. */
  readonly repeat: number;
  /** Null takes back what was said before. */
  readonly verdict: Verdict | null;
  /** [0, 1]; undefined where only a verdict was given. */
  readonly score: number | undefined;
  readonly note: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

const LineSchema = v.object({
  label_version: v.literal(LABEL_VERSION, `label_version must be ${LABEL_VERSION}`),
  run_id: v.string(),
  trial_key: v.string(),
  suite: v.string(),
  suite_path: v.string(),
  case_id: v.string(),
  target: v.string(),
  variant: v.string(),
  repeat: v.pipe(v.number(), v.integer(), v.minValue(1)),
  verdict: v.nullable(v.picklist(['pass', 'borderline', 'fail'])),
  score: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  note: v.string(),
  at: v.string(),
});

/** A label as a line of its file, without the line end. */
export function encodeLabel(label: Label): string {
  return JSON.stringify({
    label_version: LABEL_VERSION,
    run_id: label.runId,
    trial_key: label.trialKey,
    suite: label.suite,
    suite_path: label.suitePath,
    case_id: label.caseId,
    target: label.target,
    variant: label.variant,
    repeat: label.repeat,
    verdict: label.verdict,
    score: label.score,
    note: label.note,
    at: label.at,
  } satisfies v.InferInput<typeof LineSchema>);
}

/** A line of a file of labels, or what is wrong with it. */
export function decodeLabel(line: string): Label | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: 'this line is no JSON' };
  }
  const result = v.safeParse(LineSchema, value);
  if (!result.success) {
    const [issue] = result.issues;
    return { problem: `this line is no label: ${v.getDotPath(issue) ?? 'value'}: ${issue.message}` };
  }
  const { run_id: runId, trial_key: trialKey, suite_path: suitePath, case_id: caseId, suite, target, variant, repeat, verdict, score, note, at } = result.output;
  return { runId, trialKey, suite, suitePath, caseId, target, variant, repeat, verdict, score, note, at };
}

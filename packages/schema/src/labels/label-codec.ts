import * as v from 'valibot';
import { isJsonObject } from '../domain/json.js';
import { repeatedKeyProblem } from '../keys/repeated-key-problem.js';
import { wireCodec } from '../row/wire/wire-codec.js';
import { LABEL_VERSION, type Label } from './label.js';

const whole = v.pipe(v.number(), v.safeInteger(`must be a whole number up to ${Number.MAX_SAFE_INTEGER}`), v.minValue(1));

const DrawSchema = v.object({
  chance: v.pipe(v.number(), v.gtValue(0, 'must be above 0'), v.maxValue(1)),
  of: whole,
  stratum: v.string(),
  by: v.array(v.string()),
  seed: v.pipe(v.number(), v.safeInteger(`must be a whole number up to ${Number.MAX_SAFE_INTEGER}`), v.minValue(0)),
  size: whole,
});

const LineSchema = v.object({
  label_version: v.literal(LABEL_VERSION, `label_version must be ${LABEL_VERSION}`),
  run_id: v.string(),
  trial_key: v.string(),
  suite: v.string(),
  suite_path: v.string(),
  case_id: v.string(),
  target: v.string(),
  variant: v.string(),
  repeat: whole,
  verdict: v.nullable(v.picklist(['pass', 'borderline', 'fail'], 'must be "pass", "borderline", "fail" or null')),
  score: v.optional(v.pipe(v.number('must be a number from 0 to 1'), v.minValue(0, 'must be a number from 0 to 1'), v.maxValue(1, 'must be a number from 0 to 1'))),
  note: v.string(),
  skipped: v.optional(v.boolean()),
  draw: v.optional(DrawSchema),
  at: v.string(),
});

/** Why what a line says of a reply is none, or is two things; undefined for what a person can mean. */
function contradictionIn({ verdict, score, skipped }: v.InferOutput<typeof LineSchema>): string | undefined {
  if (skipped && (verdict !== null || score !== undefined)) return `skipped is true, and there is a ${verdict === null ? 'score' : 'verdict'}: one of the two is wrong`;
  return verdict === null && score !== undefined ? `verdict is null, and the score is ${score}: one of the two is wrong` : undefined;
}

const codec = wireCodec<Label & { readonly labelVersion: number }>(LineSchema);

/** A label as a line of its file, without the line end. */
export function encodeLabel(label: Label): string {
  return JSON.stringify(codec.encode({ labelVersion: LABEL_VERSION, ...label }));
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
  if (!result.success || !isJsonObject(value)) {
    const [issue] = result.issues ?? [];
    if (issue?.received === 'undefined') return { problem: `this line is no label: ${v.getDotPath(issue) ?? 'value'} is missing` };
    return { problem: `this line is no label: ${(issue && v.getDotPath(issue)) ?? 'value'}: ${issue?.message ?? 'must be an object'}` };
  }
  const repeated = repeatedKeyProblem(line, value);
  if (repeated !== undefined) return { problem: repeated };
  const contradiction = contradictionIn(result.output);
  if (contradiction !== undefined) return { problem: contradiction };
  const { labelVersion: _, ...label } = codec.decode(result.output);
  return { ...label, score: label.score };
}

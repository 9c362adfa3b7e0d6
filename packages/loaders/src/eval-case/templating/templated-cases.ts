import {
  type EvalCase,
  type JsonObject,
  type NormalizeContext,
  type ValuePath,
} from '@assay/schema';
import { ASSERTION_KEYS } from '../../fields/suite-keys.js';
import { normalizeEvalCase } from '../read/eval-case.js';
import { createFillIn, type FillIn } from '../../variables/fill-in.js';
import { multiply, type Variables } from '../../variables/multiply.js';
import { readVars } from '../../variables/read-vars.js';
import { fillPrompts } from '../../variables/fill-prompts.js';
import type { ReadCase, TemplatingParts, WrittenCase } from './templating.js';

/** What of a case is filled in with its variables … */
const FILLED: ReadonlySet<string> = new Set(['input', 'input_messages', 'expected_outcome', 'outcome', 'criteria', 'expected_output', 'expected_messages', 'plain_input', 'context']);
/** … of these what evaluators leave to be filled in. */
const SCORED: ReadonlySet<string> = new Set(['evaluators', 'evaluator', 'rubrics', ...ASSERTION_KEYS, 'execution', 'turns']);

/** Texts of a case that prompts and evaluators may use by these names, unless it has variables of these names. */
function ownTexts(raw: JsonObject): JsonObject {
  const { input, expected_output: expected } = raw;
  return { ...(input === undefined ? {} : { input }), ...(expected === undefined ? {} : { expected }) };
}

function fillCase(context: NormalizeContext, raw: JsonObject, path: ValuePath, fill: FillIn, isAsked: boolean): JsonObject {
  const filled: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    if (key === 'vars' || (isAsked && (key === 'input' || key === 'input_messages'))) continue;
    if (FILLED.has(key)) filled[key] = fill.value(context, value, [...path, key]);
    else filled[key] = SCORED.has(key) ? fill.evaluators(context, value, [...path, key]) : value;
  }
  return filled as JsonObject;
}

function withSuffix(raw: JsonObject, suffix: string): JsonObject {
  const { id } = raw;
  return suffix === '' || (typeof id !== 'string' && typeof id !== 'number') ? raw : { ...raw, id: `${id}${suffix}` };
}

export interface TemplatedCase extends WrittenCase {
  readonly templating: TemplatingParts;
}

function readOne(each: NormalizeContext, { raw, path, header, templating }: TemplatedCase, { vars, suffix }: Variables): EvalCase | undefined {
  const fill = createFillIn(templating.texts, { ...ownTexts(raw), ...vars });
  const context: NormalizeContext = { ...each, variables: Object.keys(vars) };
  const before = context.tally.errors;
  const prompts = templating.prompts.length === 0 ? undefined : fillPrompts(context, templating.prompts, fill.variables, path);
  const filled = withSuffix(fillCase(context, raw, path, fill, prompts !== undefined), suffix);
  const own = header.refill ? { ...header, ...header.refill(fill, context) } : header;
  if (context.tally.errors > before) return undefined;
  return normalizeEvalCase(filled, context, own, path, { parts: { ...(prompts ? { prompts } : {}), vars } });
}

/**
 * The cases that a case with variables stands for, with the variables filled in: one for every combination of the values of
 * its lists. Each is read when it is called.
 */
export function templatedCases(context: NormalizeContext, templated: TemplatedCase): readonly ReadCase[] {
  const { raw, path, templating } = templated;
  const before = context.tally.errors;
  const own = readVars(context, raw['vars'], [...path, 'vars']) ?? {};
  if (context.tally.errors > before) return [];
  const all = multiply(context, { ...templating.vars, ...own }, [...path, 'vars']);
  return all.map((variables) => (each) => readOne(each, templated, variables));
}

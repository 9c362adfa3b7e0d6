import { findEvaluator, isJsonObject, type EvaluatorConfig, type JsonObject, type JsonValue, type NormalizeContext, reportError } from '@assay/schema';
import { hasMarks } from '../variables/marks.js';
import { readEvaluatorEntry } from './evaluator-entry.js';

const KEY = 'preprocessors';
/** Its option of that name says what a suite may say for all. */
const MODEL = 'llm_judge';

/** How files of replies become text for all evaluators of a suite that ask judges. Undefined for nothing, and what was reported. */
export function readSuitePreprocessors(context: NormalizeContext, source: JsonObject): readonly JsonValue[] | undefined {
  const written = source[KEY];
  if (written === undefined || written === null) return undefined;
  if (hasMarks(written)) {
    reportError(context, [KEY], 'variables cannot stand in a command', { hint: 'the program is told the file on its standard input' });
    return undefined;
  }
  const checked = findEvaluator(context, MODEL)?.readsFiles ? readEvaluatorEntry({ ...context, keepsPlaces: false }, { type: MODEL, [KEY]: written }, [])?.options[KEY] : written;
  return Array.isArray(checked) ? (checked as readonly JsonValue[]) : undefined;
}

function withList(context: NormalizeContext, type: JsonValue | undefined, options: JsonObject, list: readonly JsonValue[]): JsonObject {
  const { evaluators } = options;
  if (Array.isArray(evaluators)) return { ...options, evaluators: evaluators.map((member: JsonValue) => (isJsonObject(member) ? withList(context, member['type'], member, list) : member)) };
  if (typeof type !== 'string' || !findEvaluator(context, type)?.readsFiles) return options;
  const own = options[KEY];
  // The first that fits is the one that runs: what an entry says itself comes before what holds for all.
  return { ...options, [KEY]: Array.isArray(own) ? [...own, ...list] : [...list] };
}

/** Gives the preprocessors of a suite to those of its evaluators that show judges files. */
export function withPreprocessors(context: NormalizeContext, evaluators: readonly EvaluatorConfig[], list: readonly JsonValue[] | undefined): readonly EvaluatorConfig[] {
  if (!list) return evaluators;
  return evaluators.map((config) => ({ ...config, options: withList(context, config.type, config.options, list) }));
}

import { entryRequirements, isJsonObject, nameEvaluators, shellArgv, type EvaluatorConfig, type JsonObject, type JsonValue } from '@assay/schema';
import { SCRIPTS } from '../evaluators/expand-scripts.js';
import { isDeepStrictEqual } from 'node:util';

/** A member of another evaluator, which is kept as plain JSON. */
function asConfig(value: JsonValue): EvaluatorConfig | undefined {
  if (!isJsonObject(value)) return undefined;
  const { name, type, weight, required: _required, min_score: _minScore, ...options } = value;
  if (typeof name !== 'string' || typeof type !== 'string' || typeof weight !== 'number') return undefined;
  return { name, type, weight, ...entryRequirements(value), options };
}

/** A script that was written as one text, as that text. */
function writtenScript(script: JsonValue | undefined): JsonValue | undefined {
  if (!Array.isArray(script)) return script;
  const text: unknown = script.at(-1);
  return typeof text === 'string' && text.trim() !== '' && isDeepStrictEqual(script, shellArgv(text)) ? text : script;
}

function writtenOptions({ type, options }: EvaluatorConfig): JsonObject {
  const members = Array.isArray(options['evaluators']) ? (options['evaluators'] as readonly JsonValue[]).map(asConfig) : [];
  const complete = members.length > 0 && members.every((member) => member !== undefined);
  const script = SCRIPTS.has(type) ? writtenScript(options['script']) : undefined;
  return {
    ...options,
    ...(script === undefined ? {} : { script }),
    ...(complete ? { evaluators: evaluatorEntries(members) } : {}),
  };
}

/** True if the entry says itself that something must hold. */
export function hasRequirements({ required, minScore }: EvaluatorConfig): boolean {
  return required === true || minScore !== undefined;
}

/** True for names that an evaluator without one gets. */
export function hasGivenName({ name, type }: EvaluatorConfig): boolean {
  return name === type || (name.startsWith(`${type}-`) && /^\d+$/u.test(name.slice(type.length + 1)));
}

/** Whether names that are made from types can be left out, as reading gives the same ones again. */
function withoutNames(configs: readonly EvaluatorConfig[]): boolean {
  const unnamed = configs.map((config) => ({ ...config, name: hasGivenName(config) ? undefined : config.name }));
  return nameEvaluators(unnamed).every(({ name }, index) => name === configs[index]?.name);
}

/** Evaluators as the entries of an `evaluators` list, without what goes without saying. */
export function evaluatorEntries(configs: readonly EvaluatorConfig[]): readonly JsonObject[] {
  const omit = withoutNames(configs);
  return configs.map((config) => ({
    ...(omit && hasGivenName(config) ? {} : { name: config.name }),
    type: config.type,
    ...writtenOptions(config),
    ...(config.weight === 1 ? {} : { weight: config.weight }),
    ...(config.required ? { required: true } : {}),
    ...(config.minScore === undefined ? {} : { min_score: config.minScore }),
  }));
}

/** True for what a case is scored by when it says nothing. */
export function isDefault(configs: readonly EvaluatorConfig[]): boolean {
  return isDeepStrictEqual(configs, [{ name: 'llm_judge', type: 'llm_judge', weight: 1, options: {} }]);
}

/**
 * The keys by which a case names its evaluators: a plain rubric inline, the rest as a list.
 * @param shared True if the suite has a list, which a case without one would get.
 */
export function ownEvaluators(configs: readonly EvaluatorConfig[], shared: boolean): JsonObject {
  const [first, ...rest] = configs;
  const rubrics = first?.options['rubrics'];
  const plain = first?.type === 'rubric' && first.name === 'rubric' && first.weight === 1 && !hasRequirements(first) && Object.keys(first.options).length === 1;
  const inline = plain && Array.isArray(rubrics) && rubrics.length > 0 && !(shared && rest.length === 0);
  if (!inline || !withoutNames(configs)) return { evaluators: evaluatorEntries(configs) };
  // Named among all of them, as reading does, so that a second rubric is still the second.
  const [, ...others] = evaluatorEntries(configs);
  return { rubrics, ...(others.length > 0 ? { evaluators: others } : {}) };
}

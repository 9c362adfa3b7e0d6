import { isDeepStrictEqual } from 'node:util';
import { entryRequirements, isJsonObject, nameEvaluators, type Definitions, type EvaluatorConfig, type JsonObject, type JsonValue } from '@assay/schema';
import { commandPaths, writeCommands } from '../evaluators/command-lines.js';

/** A member of another evaluator, which is kept as plain JSON. */
function asConfig(value: JsonValue): EvaluatorConfig | undefined {
  if (!isJsonObject(value)) return undefined;
  const { name, type, weight, required: _required, min_score: _minScore, ...options } = value;
  if (typeof name !== 'string' || typeof type !== 'string' || typeof weight !== 'number') return undefined;
  return { name, type, weight, ...entryRequirements(value), options };
}

function writtenOptions({ type, options }: EvaluatorConfig, definitions: Definitions | undefined): JsonObject {
  const members = Array.isArray(options['evaluators']) ? (options['evaluators'] as readonly JsonValue[]).map(asConfig) : [];
  const complete = members.length > 0 && members.every((member) => member !== undefined);
  return {
    ...writeCommands(options, commandPaths(definitions, type)),
    ...(complete ? { evaluators: evaluatorEntries(members, definitions) } : {}),
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
export function evaluatorEntries(configs: readonly EvaluatorConfig[], definitions: Definitions | undefined): readonly JsonObject[] {
  const omit = withoutNames(configs);
  return configs.map((config) => ({
    ...(omit && hasGivenName(config) ? {} : { name: config.name }),
    type: config.type,
    ...writtenOptions(config, definitions),
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
export function ownEvaluators(configs: readonly EvaluatorConfig[], shared: boolean, definitions: Definitions | undefined): JsonObject {
  const [first, ...rest] = configs;
  const rubrics = first?.options['rubrics'];
  const plain = first?.type === 'rubric' && first.name === 'rubric' && first.weight === 1 && !hasRequirements(first) && Object.keys(first.options).length === 1;
  const inline = plain && Array.isArray(rubrics) && rubrics.length > 0 && !(shared && rest.length === 0);
  if (!inline || !withoutNames(configs)) return { evaluators: evaluatorEntries(configs, definitions) };
  // Named among all of them, as reading does, so that a second rubric is still the second.
  const [, ...others] = evaluatorEntries(configs, definitions);
  return { rubrics, ...(others.length > 0 ? { evaluators: others } : {}) };
}

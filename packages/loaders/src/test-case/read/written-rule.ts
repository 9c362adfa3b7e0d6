import {
  describeKind,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NormalizeContext,
  reportError,
  type RuleDefinition,
  type ValuePath,
} from '@assay/schema';
import { findRule, reportUnknownRule } from './find-rule.js';

/** A criterion of a rubric, as far as the search for its rule needs it. */
export interface CriterionSource {
  readonly name: string;
  readonly raw: JsonObject;
  readonly path: ValuePath;
  /** Put before every message, e.g. `criterion "accuracy": `. */
  readonly label: string;
}

/** The rule of a criterion, with what stands in its name or belongs to it. */
export interface WrittenRule {
  readonly rule: RuleDefinition;
  readonly parameters: Readonly<Record<string, number>>;
  /** A value or mapping that was written with the rule, and where. */
  readonly argument: { readonly value: JsonValue; readonly path: ValuePath } | undefined;
  /** Where the rule is written. */
  readonly path: ValuePath;
  /** Key of the criterion that the rule was read from. */
  readonly key: string;
}

const HOW = 'write rule: exact_match, or rule: required_keys and keys: [name, score] below it';

/** Lists and numbers in a text, as YAML would read them: `[name, score]`, `500`. */
function parseArgument(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    const list = /^\[(?<items>.*)\]$/su.exec(text.trim())?.groups?.['items'];
    if (list === undefined) return text.trim();
    const items = list.split(',').map((item) => item.trim().replaceAll(/^(?<quote>["'])(?<text>.*)\k<quote>$/gsu, '$<text>'));
    return items.filter((item) => item !== '');
  }
}

/** `NAME`, `NAME: VALUE` or `NAME [LIST]`. */
function readText(context: NormalizeContext, text: string, path: ValuePath): Omit<WrittenRule, 'key'> | undefined {
  const plain = findRule(context, text);
  if (plain) return { ...plain, argument: undefined, path };
  const call = /^\s*(?<name>[\w.-]+)\s*(?::|(?=\[))\s*(?<value>\S.*)$/su.exec(text)?.groups;
  const found = call && findRule(context, call['name'] ?? '');
  return found && { ...found, argument: { value: parseArgument(call['value'] ?? ''), path }, path };
}

/** `{NAME: VALUE}`, or `{name: NAME, …}` with the options beside the name. */
function readMapping(context: NormalizeContext, mapping: JsonObject, path: ValuePath): Omit<WrittenRule, 'key'> | undefined {
  const [entry, second] = Object.entries(mapping);
  const keyed = entry && !second ? findRule(context, entry[0]) : undefined;
  if (entry && keyed) return { ...keyed, argument: { value: entry[1], path: [...path, entry[0]] }, path };
  for (const key of ['name', 'type']) {
    const { [key]: name, ...options } = mapping;
    const found = typeof name === 'string' ? findRule(context, name) : undefined;
    if (found) return { ...found, argument: { value: options, path }, path };
  }
  return undefined;
}

/** A list belongs to the rule that the criterion is named for; a list of one rule is that rule. */
function readList(context: NormalizeContext, list: readonly JsonValue[], source: CriterionSource): WrittenRule | undefined {
  const path = [...source.path, 'rule'];
  const named = findRule(context, source.name);
  if (named && named.rule.argument.length > 0) return { ...named, argument: { value: list, path }, path, key: 'rule' };
  const [only] = list;
  const found = list.length === 1 && typeof only === 'string' ? readText(context, only, [...path, 0]) : undefined;
  return found && { ...found, key: 'rule' };
}

/** The rule that a key of the criterion, or its own name, stands for. */
function readWithoutRule(context: NormalizeContext, source: CriterionSource): WrittenRule | undefined {
  const { raw, path, name } = source;
  const keys = Object.keys(raw).flatMap((key) => {
    const found = findRule(context, key);
    const value = raw[key];
    return found && value !== undefined ? [{ ...found, argument: { value, path: [...path, key] }, path: [...path, key], key }] : [];
  });
  if (keys.length > 0) return keys.length === 1 ? keys[0] : undefined;
  const named = findRule(context, name);
  return named && { ...named, argument: undefined, path, key: 'rule' };
}

function reportUnreadable(context: NormalizeContext, source: CriterionSource, rule: JsonValue | undefined): void {
  const { path, label } = source;
  const rulePath = [...path, 'rule'];
  if (rule === undefined || rule === null) {
    const several = Object.keys(source.raw).filter((key) => findRule(context, key));
    const problem = several.length > 0 ? `it has several rules: ${several.join(', ')}` : 'it has no rule';
    reportError(context, path, `${label}${problem}`, { hint: several.length > 0 ? 'write a criterion for each rule' : HOW });
  } else if (typeof rule === 'string') {
    reportUnknownRule(context, rule, rulePath, label);
  } else if (isJsonObject(rule) && Object.keys(rule).length === 1) {
    const [name = ''] = Object.keys(rule);
    reportUnknownRule(context, name, [...rulePath, name], label, true);
  } else if (Array.isArray(rule)) {
    reportError(context, rulePath, `${label}rule must be one rule, not a list`, {
      hint: 'write a criterion for each rule; keys and phrases stand beside it, as in rule: required_keys and keys: [name, score]',
    });
  } else if (isJsonObject(rule)) {
    const keys = Object.keys(rule);
    reportError(context, rulePath, `${label}rule must be one rule, not a mapping ${keys.length === 0 ? 'without one' : `with ${keys.join(' and ')}`}`, {
      hint: 'write one rule in it, as in rule: { length_max: 500 }, and its other options beside rule',
    });
  } else {
    reportError(context, rulePath, `${label}rule must be the name of a rule, not ${describeKind(rule)}`, { hint: HOW });
  }
}

/**
 * Finds the rule of a criterion in every form that it is written in: `rule: NAME`, `rule: {NAME: VALUE}`,
 * `rule: "NAME: VALUE"`, or a key that is a rule (`required_keys: [name]`). Reports what is no rule.
 */
export function readWrittenRule(context: NormalizeContext, source: CriterionSource): WrittenRule | undefined {
  const { raw, path } = source;
  const rule = raw['rule'];
  const rulePath = [...path, 'rule'];
  let found: Omit<WrittenRule, 'key'> | WrittenRule | undefined;
  if (rule === undefined || rule === null) found = readWithoutRule(context, source);
  else if (typeof rule === 'string') found = readText(context, rule, rulePath);
  else if (Array.isArray(rule)) found = readList(context, rule as readonly JsonValue[], source);
  else if (isJsonObject(rule)) found = readMapping(context, rule, rulePath);
  if (!found) reportUnreadable(context, source, rule);
  return found && { key: 'rule', ...found };
}

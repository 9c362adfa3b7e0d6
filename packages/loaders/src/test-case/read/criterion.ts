import {
  canonicalJson,
  checkWithSchema,
  describeKind,
  findEvaluator,
  type GradingKeys,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NormalizeContext,
  readText,
  readWeight,
  reportError,
  reportWarning,
  type ValuePath,
} from '@assay/schema';
import { howToWrite } from './suggest-rule.js';
import { readWrittenRule, type CriterionSource, type WrittenRule } from './written-rule.js';

/** One criterion of a rubric as an evaluator, with its weight as written. */
export interface Criterion {
  readonly name: string;
  readonly type: string;
  readonly weight: number | undefined;
  readonly options: JsonObject;
}

const COMMON_KEYS = ['description', 'weight', 'rule'];

const GRADING: GradingKeys = { read: ['rule'], how: 'a criterion has one rule: write a criterion of its own for it' };

/** The options of a rule from all the places in which they may stand. */
class GatheredOptions {
  readonly values = new Map<string, JsonValue>();
  readonly #paths = new Map<string, ValuePath>();
  readonly #context: NormalizeContext;
  readonly #source: CriterionSource;

  constructor(context: NormalizeContext, source: CriterionSource) {
    this.#context = context;
    this.#source = source;
  }

  /** Empty values (null) count as absent. */
  add(option: string, value: JsonValue | undefined, path: ValuePath): void {
    if (value === undefined || value === null) return;
    const before = this.values.get(option);
    const first = this.#paths.get(option);
    if (before === undefined || first === undefined) {
      this.values.set(option, value);
      this.#paths.set(option, path);
    } else if (canonicalJson(before) !== canonicalJson(value)) {
      reportError(this.#context, path, `${this.#source.label}${option} is said twice, and differently`, {
        hint: 'keep one of the two',
        related: { message: 'the first one is here', path: first },
      });
    }
  }

  /** The place in the document of a value of the options; a place between options is that of the rule. */
  placeOf(inOptions: ValuePath, otherwise: ValuePath): ValuePath {
    const [option, ...rest] = inOptions;
    if (option === undefined) return otherwise;
    const path = this.#paths.get(String(option));
    return path ? [...path, ...rest] : [...this.#source.path, ...inOptions];
  }
}

/** Brings a bare value (`{length_max: 500}`) to the options that it stands for. */
function addArgument(
  context: NormalizeContext,
  options: GatheredOptions,
  { rule, argument }: Pick<WrittenRule, 'rule' | 'argument'>,
  label: string,
): void {
  if (!argument || argument.value === true || argument.value === null) return;
  const { value, path } = argument;
  const [only, second] = rule.argument;
  if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) options.add(key, item, [...path, key]);
  } else if (only === undefined) {
    reportError(context, path, `${label}${rule.name} takes no value`, { hint: howToWrite(rule) });
  } else if (second === undefined) {
    options.add(only, value, path);
  } else if (Array.isArray(value) && value.length === rule.argument.length) {
    rule.argument.forEach((option, index) => options.add(option, value[index] as JsonValue, [...path, index]));
  } else {
    const names = rule.argument.join(', ');
    reportError(context, path, `${label}${rule.name} takes a list of ${names}`, { hint: howToWrite(rule) });
  }
}

function gather(context: NormalizeContext, source: CriterionSource, written: WrittenRule): GatheredOptions {
  const { rule, parameters, path, key: ruleKey } = written;
  const options = new GatheredOptions(context, source);
  for (const [option, value] of Object.entries(parameters)) options.add(option, value, path);
  addArgument(context, options, written, source.label);
  for (const [key, value] of Object.entries(source.raw)) {
    if (key === ruleKey || COMMON_KEYS.includes(key)) continue;
    const keyPath = [...source.path, key];
    // The name of the rule is a natural name of what belongs to it: `required_keys: [a, b]`.
    if (key === rule.name) addArgument(context, options, { rule, argument: { value, path: keyPath } }, source.label);
    else options.add(key, value, keyPath);
  }
  return options;
}

/** Checks the options against the installed rule; findings stand where the options are written. */
function checkedOptions(
  context: NormalizeContext,
  source: CriterionSource,
  written: WrittenRule,
  description: string | undefined,
): JsonObject {
  const { name, label } = source;
  const { rule } = written;
  const before = context.tally.errors;
  const gathered = gather(context, source, written);
  if (context.tally.errors > before) return {};
  const inDocument = ([, ...inOptions]: ValuePath): ValuePath => gathered.placeOf(inOptions, written.path);
  const options = checkWithSchema(
    { ...context, locate: (path, which) => context.locate(inDocument(path), which) },
    {
      schema: rule.options,
      value: { ...Object.fromEntries(gathered.values), ...(description === undefined ? {} : { description }) },
      path: [name],
      label,
      open: rule.openOptions,
      otherKeys: COMMON_KEYS,
      grading: GRADING,
    },
  );
  const evaluator = findEvaluator(context, rule.name);
  if (evaluator?.check && context.tally.errors === before) {
    context.onEvaluator?.(evaluator, options, (inOptions) => gathered.placeOf(inOptions, written.path), label);
  }
  return options;
}

/** Without definitions nothing is known about rules: what is written is kept, unchecked. */
function uncheckedCriterion(source: CriterionSource): Pick<Criterion, 'type' | 'options'> {
  const { weight: _, rule, ...options } = source.raw;
  return isJsonObject(rule)
    ? { type: Object.keys(rule)[0] ?? source.name, options: { ...options, ...rule } }
    : { type: typeof rule === 'string' ? rule : source.name, options };
}

function readOwnWeight(context: NormalizeContext, { raw, path, label }: CriterionSource): number | undefined {
  const { weight } = raw;
  return weight === undefined || weight === null ? undefined : readWeight(context, weight, [...path, 'weight'], label);
}

/**
 * One criterion of a rubric: a mapping with `description`, `weight`, `rule` and the rule's own
 * options, or only the rule. Undefined when it cannot be used.
 */
export function readCriterion(
  context: NormalizeContext,
  name: string,
  value: unknown,
  path: ValuePath,
): Criterion | undefined {
  if (typeof value === 'string') return readCriterion(context, name, { rule: value }, path);
  if (!isJsonObject(value)) {
    reportError(context, path, `criterion "${name}" must be a mapping with description, weight and rule, not ${describeKind(value)}`, {
      hint: 'write weight: 0.5 and rule: exact_match below it',
    });
    return undefined;
  }
  const source: CriterionSource = { name, raw: value, path, label: `criterion "${name}": ` };
  const description = readText(context, value, path, 'description');
  const weight = readOwnWeight(context, source);
  if (!context.definitions) return { name, weight, ...uncheckedCriterion(source) };
  const written = readWrittenRule(context, source);
  if (!written) return undefined;
  const { rule } = written;
  if (rule.uses?.includes('judge') && (description ?? '').trim() === '' && value['description'] === undefined) {
    reportWarning(context, path, `${source.label}without a description the judges are told only its name`, {
      code: 'missing-description',
      which: 'key',
      hint: 'add description: what the judges are to look at',
    });
  }
  return { name, type: rule.name, weight, options: checkedOptions(context, source, written, description) };
}

import {
  checkKeys,
  describeKind,
  describeValue,
  isJsonObject,
  reportError,
  type JsonObject,
  type JsonValue,
  type NormalizeContext,
  type SuiteSetting,
  type ValuePath,
} from '@assay/schema';
import { RUN_KEYS } from '../../fields/suite-keys.js';

/** What a file asks of a run, by its keys, and the settings of a run that they are. */
const SETTINGS: Readonly<Record<string, string>> = {
  repeat: 'repeat',
  runs: 'repeat',
  trials: 'repeat',
  threshold: 'threshold',
  timeout_seconds: 'timeout_seconds',
  budget_usd: 'max_cost',
  budgetUsd: 'max_cost',
  workers: 'concurrency',
  max_concurrency: 'concurrency',
  cache: 'cache',
};

/** Keys by which `execution` asks something of a run, besides what targets and evaluators are said by. */
export const RUN_KEYS_OF_EXECUTION: readonly string[] = [...Object.keys(SETTINGS), 'fail_on_error', 'failOnError'];

/** Keys of `evaluate_options`: those, and the name that other tools have for how many trials run at once. */
const OPTION_KEYS: ReadonlySet<string> = new Set([...RUN_KEYS, 'max_concurrency']);
const REPEAT_KEYS: ReadonlySet<string> = new Set(['count', 'strategy', 'cost_limit_usd', 'costLimitUsd', 'early_exit']);
/** Every repeat counts for itself here, so that its strategies are these. */
const STRATEGIES: ReadonlySet<unknown> = new Set(['mean', 'confidence_interval']);

function unread(context: NormalizeContext, path: ValuePath, message: string, hint: string): void {
  reportError(context, path, message, { code: 'unsupported', which: 'key', hint });
}

/** `repeat: 3`, or a mapping with a count. */
function readRepeat(context: NormalizeContext, value: JsonValue, path: ValuePath): JsonValue | undefined {
  if (!isJsonObject(value)) return value;
  checkKeys(context, value, path, REPEAT_KEYS);
  const { count, strategy, cost_limit_usd: limit = value['costLimitUsd'], early_exit: early } = value;
  if (strategy !== undefined && strategy !== null && !STRATEGIES.has(strategy)) {
    unread(context, [...path, 'strategy'], `repeats with the strategy ${describeValue(strategy)} are not supported: every repeat counts`, 'leave it out; the summary of a run with repeats says how often one of them passes, and how often all do');
  }
  if (limit !== undefined && limit !== null) unread(context, [...path, 'cost_limit_usd' in value ? 'cost_limit_usd' : 'costLimitUsd'], 'a limit of costs for repeats is not supported', 'write budget_usd, which holds for the run');
  if (early === true) unread(context, [...path, 'early_exit'], 'early_exit is not supported: every repeat counts', 'leave it out');
  if (count === undefined) reportError(context, path, 'repeat has no count', { hint: 'write repeat: 3, or repeat: { count: 3 }' });
  return count;
}

class SettingsReader {
  readonly #context: NormalizeContext;
  readonly #found = new Map<string, { readonly setting: SuiteSetting; readonly path: ValuePath; readonly label: string }>();

  constructor(context: NormalizeContext) {
    this.#context = context;
  }

  get settings(): readonly SuiteSetting[] {
    return [...this.#found.values()].map(({ setting }) => setting);
  }

  take(raw: JsonObject, path: ValuePath, keys: Iterable<string>): void {
    for (const key of keys) {
      const value = raw[key];
      const setting = SETTINGS[key];
      if (value === undefined || value === null || setting === undefined) continue;
      this.#add(setting, setting === 'repeat' ? readRepeat(this.#context, value, [...path, key]) : value, [...path, key]);
    }
    for (const key of ['fail_on_error', 'failOnError']) {
      const value = raw[key];
      if (value === undefined || value === null || value === false) continue;
      unread(this.#context, [...path, key], `${key} is not supported: what cannot be scored leaves a run undecided, and the rest of it is run`, 'leave it out; the exit code 3 says that a run is undecided');
    }
  }

  #add(key: string, value: JsonValue | undefined, path: ValuePath): void {
    if (value === undefined) return;
    const context = this.#context;
    const label = path.join('.');
    const definition = context.definitions?.settings?.find((setting) => setting.key === key);
    if (definition && !definition.is(value)) {
      reportError(context, path, `${label} must be ${definition.expected}, not ${describeValue(value)}`);
      return;
    }
    const before = this.#found.get(key);
    if (before) {
      reportError(context, path, `${before.label} and ${label} ask for the same`, { which: 'key', hint: 'keep one of the two', related: { message: `${before.label} is here`, path: before.path } });
      return;
    }
    this.#found.set(key, { setting: { key, ...(label === key ? {} : { written: label }), value, location: context.locate(path) }, path, label });
  }
}

/** What the head of a file asks of a run: how often, how much at once, at what cost, and from which score it passes. */
export function readRunSettings(context: NormalizeContext, source: JsonObject): readonly SuiteSetting[] {
  const reader = new SettingsReader(context);
  reader.take(source, [], RUN_KEYS);
  for (const key of ['execution', 'experiment']) {
    const block = source[key];
    if (isJsonObject(block)) reader.take(block, [key], RUN_KEYS_OF_EXECUTION);
  }
  const { evaluate_options: options } = source;
  if (isJsonObject(options)) {
    checkKeys(context, options, ['evaluate_options'], OPTION_KEYS);
    reader.take(options, ['evaluate_options'], OPTION_KEYS);
  } else if (options !== undefined && options !== null) {
    reportError(context, ['evaluate_options'], `evaluate_options must be a mapping, not ${describeKind(options)}`, { hint: 'write evaluate_options: { repeat: 3 }' });
  }
  return reader.settings;
}

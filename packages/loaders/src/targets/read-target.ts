import {
  checkKeys,
  describeKind,
  describeValue,
  isJsonObject,
  reportError,
  type JsonObject,
  type NormalizeContext,
  type TargetDefinition,
  type ValuePath,
} from '@assay/schema';

function readName(context: NormalizeContext, raw: JsonObject, path: ValuePath, key: 'name' | 'provider'): string | undefined {
  const value = raw[key];
  if (typeof value === 'string' && value.trim() !== '') return value;
  const missing = value === undefined || value === null;
  reportError(
    context,
    missing ? path : [...path, key],
    missing ? `a target has no ${key}` : `the ${key} of a target must be a string, not ${describeValue(value)}`,
    { hint: key === 'name' ? 'add name: …, by which --target and execution.target find it' : 'add provider: openai, or another installed provider' },
  );
  return undefined;
}

function readString(context: NormalizeContext, raw: JsonObject, path: ValuePath, key: string): string | undefined {
  const value = raw[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  reportError(context, [...path, key], `${key} must be a string, not ${describeKind(value)}`);
  return undefined;
}

/** Ranges: workers ≥ 1 and max_retries ≥ 0, both whole; timeout_seconds > 0. */
function readNumber(
  context: NormalizeContext,
  raw: JsonObject,
  path: ValuePath,
  key: string,
  rule: { readonly text: string; readonly holds: (value: number) => boolean },
): number | undefined {
  const value = raw[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && rule.holds(value)) return value;
  reportError(context, [...path, key], `${key} must be ${rule.text}, not ${describeValue(value)}`);
  return undefined;
}

const POSITIVE = { text: 'a number of seconds > 0', holds: (value: number) => value > 0 && value !== Infinity };
const COUNT = { text: 'a whole number >= 1', holds: (value: number) => Number.isInteger(value) && value >= 1 };
const RETRIES = { text: 'a whole number >= 0', holds: (value: number) => Number.isInteger(value) && value >= 0 };

/** One entry of a targets list. Keys that all targets share are taken out; the rest are the provider's options. */
function readTarget(context: NormalizeContext, raw: unknown, path: ValuePath): TargetDefinition | undefined {
  if (!isJsonObject(raw)) {
    reportError(context, path, `a target must be a mapping with name and provider, not ${describeKind(raw)}`, {
      hint: 'write - name: … and provider: …',
    });
    return undefined;
  }
  const before = context.tally.errors;
  const name = readName(context, raw, path, 'name');
  const provider = readName(context, raw, path, 'provider');
  const model = readString(context, raw, path, 'model');
  const judgeTarget = readString(context, raw, path, 'judge_target');
  const workers = readNumber(context, raw, path, 'workers', COUNT);
  const timeoutSeconds = readNumber(context, raw, path, 'timeout_seconds', POSITIVE);
  const maxRetries = readNumber(context, raw, path, 'max_retries', RETRIES);
  const {
    name: _name, provider: _provider, model: _model, judge_target: _judge, workers: _workers,
    timeout_seconds: _timeout, max_retries: _retries, ...written
  } = raw;
  // An empty value says that there is none: `fine_tuned_weights: null`.
  const options = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== null));
  if (name === undefined || provider === undefined || context.tally.errors > before) return undefined;
  return {
    name,
    provider,
    ...(model === undefined ? {} : { model }),
    ...(judgeTarget === undefined ? {} : { judgeTarget }),
    ...(workers === undefined ? {} : { workers }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(maxRetries === undefined ? {} : { maxRetries }),
    options,
    location: context.locate(path),
  };
}

/** A list of targets. Names must differ within it. */
export function readTargets(context: NormalizeContext, raw: readonly unknown[], path: ValuePath): readonly TargetDefinition[] {
  const places = new Map<string, ValuePath>();
  return raw.flatMap((item, index) => {
    const itemPath = [...path, index];
    const target = readTarget(context, item, itemPath);
    if (!target) return [];
    const first = places.get(target.name);
    if (first) {
      reportError(context, [...itemPath, 'name'], `two targets are named "${target.name}"`, {
        code: 'duplicate-name',
        hint: 'give each target its own name',
        related: { message: 'the first one is here', path: first },
      });
    } else places.set(target.name, [...itemPath, 'name']);
    return target;
  });
}

const FILE_KEYS: ReadonlySet<string> = new Set(['targets', '$schema', 'description']);

/** The targets of a whole file: a `targets` list, a bare list, or one target as the file itself. */
export function readTargetDocument(context: NormalizeContext, root: unknown): readonly TargetDefinition[] {
  if (Array.isArray(root)) return readTargets(context, root, []);
  if (isJsonObject(root) && root['targets'] !== undefined && root['provider'] === undefined) {
    checkKeys(context, root, [], FILE_KEYS);
    const list = root['targets'];
    if (Array.isArray(list)) return readTargets(context, list as readonly unknown[], ['targets']);
    reportError(context, ['targets'], `targets must be a list, not ${describeKind(list)}`, {
      hint: 'write a list of - name: … and provider: …',
    });
    return [];
  }
  const target = readTarget(context, root, []);
  return target ? [target] : [];
}

import {
  AssayError,
  describeKind,
  isJsonObject,
  type JsonObject,
  type NormalizeContext,
  parseModelString,
  reportError,
  reportWarning,
  type TargetDefinition,
  type ValuePath,
} from '@assay/schema';
import { readModelName } from './model-name.js';

/** What a blueprint is run against. */
export interface Models {
  /** Models, collections and targets by name, in the order of the file; custom models by their id. */
  readonly names: readonly string[];
  /** Where they are written, in the same order. */
  readonly paths: readonly ValuePath[];
  /** The custom models, as targets. */
  readonly custom: readonly TargetDefinition[];
}

const CUSTOM_KEYS: ReadonlySet<string> = new Set(['id', 'url', 'modelName', 'inherit', 'format', 'promptFormat']);

/** `- openai: gpt-4o` is a mapping to YAML, and plainly a model with a space too many. */
function misspaced(raw: JsonObject): string | undefined {
  const [entry, another] = Object.entries(raw);
  if (!entry || another || typeof entry[1] !== 'string' || CUSTOM_KEYS.has(entry[0])) return undefined;
  const written = `${entry[0]}:${entry[1]}`;
  const parsed = parseModelString(written);
  return parsed ? (parsed.corrected ?? written) : undefined;
}

function readCustom(context: NormalizeContext, raw: JsonObject, path: ValuePath): { name: string; target?: TargetDefinition } | undefined {
  const make = context.definitions?.customModelTarget;
  if (!make) {
    const { id } = raw;
    if (typeof id === 'string' && id.trim() !== '') return { name: id };
    reportError(context, path, 'a custom model has no id', { hint: 'add id, url, modelName and inherit' });
    return undefined;
  }
  try {
    const target = make(raw, context.locate(path));
    return { name: target.name, target };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    reportError(context, path, error.message, { code: 'invalid-model', hint: error.hint });
    return undefined;
  }
}

function readModel(context: NormalizeContext, raw: unknown, path: ValuePath): { name: string; target?: TargetDefinition } | undefined {
  if (isJsonObject(raw)) {
    const meant = misspaced(raw);
    if (meant === undefined) return readCustom(context, raw, path);
    const [key = ''] = Object.keys(raw);
    reportWarning(context, path, `read "${key}: ${String(raw[key])}" as "${meant}"`, {
      code: 'model-string',
      hint: 'write provider:model without a space after the colon',
    });
    return { name: meant };
  }
  const name = readModelName(context, raw, path);
  return name === undefined ? undefined : { name };
}

/** The `models` of a header: names, and definitions of custom models. */
export function readModels(context: NormalizeContext, raw: unknown, path: ValuePath): Models {
  if (raw === undefined || raw === null) return { names: [], paths: [], custom: [] };
  if (!Array.isArray(raw)) {
    if (typeof raw !== 'string') {
      reportError(context, path, `models must be a list, not ${describeKind(raw)}`, { hint: 'start each model with -' });
      return { names: [], paths: [], custom: [] };
    }
    reportWarning(context, path, 'models is a single name, not a list', { code: 'not-a-list', hint: 'write - before it' });
  }
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  if (list.length === 0) {
    reportWarning(context, path, 'models is empty and left out', { code: 'empty-list', hint: 'write models in it, or remove it' });
  }
  const places = new Map<string, ValuePath>();
  const custom: TargetDefinition[] = [];
  for (const [index, item] of list.entries()) {
    const itemPath = Array.isArray(raw) ? [...path, index] : path;
    const model = readModel(context, item, itemPath);
    if (!model) continue;
    const first = places.get(model.name);
    if (first) {
      const report = isJsonObject(item) && model.target ? reportError : reportWarning;
      report(context, itemPath, `the model "${model.name}" stands twice`, {
        code: 'duplicate-name',
        hint: 'keep one of them; a custom model needs an id of its own',
        related: { message: 'the first one is here', path: first },
      });
      continue;
    }
    places.set(model.name, itemPath);
    if (model.target) custom.push(model.target);
  }
  return { names: [...places.keys()], paths: [...places.values()], custom };
}

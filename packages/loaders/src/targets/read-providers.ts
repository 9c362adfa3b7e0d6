import {
  checkKeys,
  describeKind,
  describeValue,
  isJsonObject,
  reportError,
  type JsonObject,
  type JsonValue,
  type NormalizeContext,
  type SourceLocation,
  type ValuePath,
  type WrittenTarget,
} from '@assay/schema';
import { withWrittenPlaces, type WrittenPlace } from '../assertions/written-places.js';
import { readSharedTargets } from './read-target.js';

/** Keys of an entry that change what is asked or what is done with the reply, with what to do instead. */
const UNREAD: Readonly<Record<string, string>> = {
  environment: 'let the program of a cli target prepare the folder that it works in',
  hooks: 'let the program of a cli target do it',
  container: 'let the program of a cli target start it',
  install: 'do it before assay run',
  prompts: 'write prompts into the eval files',
  transform: 'let the program of a cli target reply with what counts',
  delay: 'write requests_per_minute',
  inputs: 'write vars into the eval files',
};

/** A variable of the environment as it is written there. */
const VARIABLE = /\{\{\s*env\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/gu;
/** Anything else that asks for one: with a default, for example. */
const OTHER_EXPRESSION = /(?<!\$)\{\{[^}]*\benv\b[^}]*\}\}/u;

/** Ways of asking that are part of an id there: the same model is asked. */
const WAYS: Readonly<Record<string, RegExp>> = { openai: /^(?:chat|responses):/u, anthropic: /^messages:/u };
/** Agents that are reached under the name of a model API. */
const AGENTS = /^(?<agent>codex(?:-sdk|-cli|-app-server|-desktop)?)(?::(?<model>.+))?$/u;

/** Provider and model of an id such as `openai`, `openai:chat:gpt-4o` or `exec:node agent.mjs`. */
function readId(id: string): JsonObject {
  const colon = id.indexOf(':');
  if (colon <= 0 || id.startsWith('file:') || id.startsWith('package:')) return { provider: id };
  const provider = id.slice(0, colon);
  const rest = id.slice(colon + 1).trim();
  if (provider === 'exec') return { provider: 'cli', command: rest };
  const agent = provider === 'openai' || provider === 'agentv' ? AGENTS.exec(rest)?.groups : undefined;
  if (agent) return { provider: agent['agent'] ?? '', ...(agent['model'] === undefined ? {} : { model: agent['model'] }) };
  const way = WAYS[provider];
  return { provider, model: way ? rest.replace(way, '') : rest };
}

function withVariables(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.replace(VARIABLE, '${{ $1 }}');
  if (Array.isArray(value)) return value.map((item: JsonValue) => withVariables(item));
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withVariables(item)])) : value;
}

/** An entry in the words of a target, and where each of them is written. */
interface Rewritten {
  readonly raw: JsonObject;
  /** Of the keys of the target, below it. */
  readonly keys: Readonly<Record<string, ValuePath>>;
  readonly written: ValuePath;
  readonly from: JsonObject;
}

function rewrite(id: string, entry: JsonObject, written: ValuePath, idPath: ValuePath): Rewritten {
  const { id: _id, label, config, runtime: _runtime, subagent_mode_allowed: _mode, ...own } = entry;
  const ofConfig = isJsonObject(config) ? config : {};
  const named = typeof label === 'string' && label.trim() !== '';
  const fromId = readId(id);
  const keys: Record<string, ValuePath> = { name: named ? [...written, 'label'] : idPath };
  for (const key in fromId) keys[key] = idPath;
  for (const key in ofConfig) keys[key] = [...written, 'config', key];
  for (const key in own) keys[key] = [...written, key];
  const values = withVariables({ ...fromId, ...ofConfig, ...own });
  return { raw: { ...(values as JsonObject), provider: fromId['provider'] ?? id, name: named ? label.trim() : id }, keys, written, from: entry };
}

/** The entries of an item: a text and a mapping with `id` are one, a mapping by ids has one for each. */
function entriesOf(context: NormalizeContext, item: unknown, path: ValuePath): readonly Rewritten[] {
  if (typeof item === 'string' && item.trim() !== '') return [rewrite(item.trim(), {}, path, path)];
  if (isJsonObject(item)) {
    const { id } = item;
    if (typeof id === 'string' && id.trim() !== '') return [rewrite(id.trim(), item, path, [...path, 'id'])];
    const byId = Object.entries(item);
    if (id === undefined && byId.length > 0 && byId.every(([key, value]) => key.trim() !== '' && isJsonObject(value))) {
      return byId.map(([key, value]) => rewrite(key.trim(), value as JsonObject, [...path, key], [...path, key]));
    }
  }
  const isTarget = isJsonObject(item) && item['provider'] !== undefined;
  reportError(context, path, `a provider must be a text or a mapping with an id, not ${isJsonObject(item) ? 'a mapping without one' : describeValue(item)}`, {
    hint: isTarget ? 'write what is under provider as id, and the name as label; or write the target into .assay/targets.yaml' : 'write - id: openai:gpt-4o-mini and label: NAME',
  });
  return [];
}

function otherExpressions(value: JsonValue, path: ValuePath): readonly ValuePath[] {
  if (typeof value === 'string') return OTHER_EXPRESSION.test(value) ? [path] : [];
  const parts = Array.isArray(value) ? [...value.entries()] : isJsonObject(value) ? Object.entries(value) : [];
  return parts.flatMap(([key, item]) => otherExpressions(item as JsonValue, [...path, key]));
}

function isHost(runtime: unknown): boolean {
  return runtime === undefined || runtime === null || runtime === 'host' || (isJsonObject(runtime) && runtime['mode'] === 'host');
}

/** Reports what of an entry is not read, at its place in the file. */
function reportUnread(context: NormalizeContext, { from, raw }: Rewritten, path: ValuePath): void {
  const refuse = (at: ValuePath, what: string, hint: string, which?: 'key'): void =>
    reportError(context, at, `${what} is not supported`, { code: 'unsupported', hint, ...(which ? { which } : {}) });
  for (const key in from) if (Object.hasOwn(UNREAD, key) && from[key] !== null) refuse([...path, key], `${key} of a provider`, UNREAD[key] ?? '', 'key');
  if (!isHost(from['runtime'])) refuse([...path, 'runtime'], `the runtime ${describeValue(from['runtime'])}`, 'let the program of a cli target start the sandbox, and write runtime: host');
  if (from['config'] !== undefined && from['config'] !== null && !isJsonObject(from['config'])) {
    reportError(context, [...path, 'config'], `config must be a mapping, not ${describeKind(from['config'])}`, { hint: 'write config: { model: …, api_key: … }' });
  }
  for (const at of otherExpressions(raw, path)) refuse(at, 'an expression', 'write {{ env.NAME }}, and set the variable in the environment or a .env file');
}

/** What a file of providers says, in the words of targets. */
export interface ProviderDocument {
  readonly targets: readonly WrittenTarget[];
  /** `defaults.provider`: who is asked unless something else is said. */
  readonly target?: { readonly name: string; readonly location: SourceLocation } | undefined;
  /** `defaults.grader`: who judges unless something else is said. */
  readonly judge?: { readonly name: string; readonly location: SourceLocation } | undefined;
  /** The entries in the words of targets, in order. */
  readonly entries: readonly JsonObject[];
  /** Finds the place in the file of a path in `entries`. */
  readonly context: NormalizeContext;
}

const FILE_KEYS: ReadonlySet<string> = new Set(['providers', 'defaults', '$schema', 'description']);
const DEFAULT_KEYS: ReadonlySet<string> = new Set(['provider', 'grader']);

function readDefault(context: NormalizeContext, root: unknown, key: 'provider' | 'grader') {
  const defaults = isJsonObject(root) ? root['defaults'] : undefined;
  const name: unknown = isJsonObject(defaults) ? defaults[key] : undefined;
  if (name === undefined || name === null) return undefined;
  const path = ['defaults', key];
  if (typeof name === 'string' && name.trim() !== '') return { name: name.trim(), location: context.locate(path) };
  reportError(context, path, `defaults.${key} must be a label or id, not ${describeValue(name)}`);
  return undefined;
}

function checkRoot(context: NormalizeContext, root: unknown): readonly unknown[] {
  if (Array.isArray(root)) return root;
  if (!isJsonObject(root)) {
    reportError(context, [], `a file of providers must be a list or a mapping with providers, not ${describeKind(root)}`, { hint: 'write providers: and a list of - id: … and label: …' });
    return [];
  }
  checkKeys(context, root, [], FILE_KEYS);
  const { providers, defaults } = root;
  if (isJsonObject(defaults)) checkKeys(context, defaults, ['defaults'], DEFAULT_KEYS);
  else if (defaults !== undefined && defaults !== null) reportError(context, ['defaults'], `defaults must be a mapping, not ${describeKind(defaults)}`, { hint: 'write defaults: { provider: LABEL, grader: LABEL }' });
  if (Array.isArray(providers)) return providers;
  const isMissing = providers === undefined || providers === null;
  reportError(context, isMissing ? [] : ['providers'], isMissing ? 'a file of providers has no providers' : `providers must be a list, not ${describeKind(providers)}`, {
    hint: 'write providers: and a list of - id: … and label: …',
  });
  return [];
}

/**
 * Reads a `providers.yaml` of AgentV: entries with `id` (who is asked), `label` (the name of the target) and `config`
 * (options, which may stand beside it too and win there), and `defaults`. What is wrong with an entry is kept in the
 * `problems` of its target, as in a file of targets.
 */
export function readProviderDocument(context: NormalizeContext, root: unknown): ProviderDocument {
  const start: ValuePath = Array.isArray(root) ? [] : ['providers'];
  const rewritten = checkRoot(context, root).flatMap((item, index) => entriesOf(context, item, [...start, index]));
  const places = rewritten.flatMap(({ keys, written }, index): readonly WrittenPlace[] => [
    { at: [index], written },
    ...Object.entries(keys).map(([key, place]) => ({ at: [index, key], written: place })),
  ]);
  const mapped = withWrittenPlaces(context, places);
  const entries = rewritten.map(({ raw }) => raw);
  const targets = readSharedTargets(mapped, entries, [], (own, path) => {
    const entry = rewritten[Number(path[0])];
    if (entry) reportUnread(own, entry, path);
  });
  return { targets, target: readDefault(context, root, 'provider'), judge: readDefault(context, root, 'grader'), entries, context: mapped };
}

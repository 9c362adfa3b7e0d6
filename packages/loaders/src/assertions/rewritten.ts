import { describeValue, isJsonObject, reportError, type JsonObject, type JsonValue, type NormalizeContext, type ValuePath } from '@assay/schema';
import type { WrittenPlace } from './written-places.js';

/** An assertion in other words that mean the same, and where its parts were written. */
export interface Rewritten {
  readonly raw: JsonObject;
  readonly places: readonly WrittenPlace[];
}

type Rewrite = (context: NormalizeContext, rewritten: Rewritten, path: ValuePath) => Rewritten | undefined;

function unsupported(context: NormalizeContext, path: ValuePath, message: string, hint: string): undefined {
  reportError(context, path, message, { code: 'unsupported-assertion', which: 'key', hint });
}

/** `required: 0.7` must hold, from that score. */
const withRequiredScore: Rewrite = (_, { raw, places }, path) => {
  const { required } = raw;
  if (typeof required !== 'number') return { raw, places };
  return {
    raw: { min_score: required, ...raw, required: true },
    places: 'min_score' in raw ? places : [...places, { at: [...path, 'min_score'], written: [...path, 'required'] }],
  };
};

const AGGREGATORS: Readonly<Record<string, string>> = { 'code-grader': 'code_judge', 'llm-grader': 'llm_judge' };

/** Members are put together by what goes by these names here; a share of them that must hold is a score that must be reached. */
const withAggregator: Rewrite = (_, { raw, places }, path) => {
  const { aggregator } = raw;
  const type: JsonValue | undefined = isJsonObject(aggregator) ? aggregator['type'] : undefined;
  if (!isJsonObject(aggregator) || typeof type !== 'string') return { raw, places };
  if (type === 'threshold') {
    const { aggregator: _aggregator, ...rest } = raw;
    const { threshold } = aggregator;
    const written = [...path, 'aggregator', 'threshold'];
    return { raw: { threshold: threshold ?? null, ...rest }, places: [...places, { at: [...path, 'min_score'], written }, { at: [...path, 'threshold'], written }] };
  }
  const own = AGGREGATORS[type];
  return own === undefined ? { raw, places } : { raw: { ...raw, aggregator: { ...aggregator, type: own } }, places };
};

/** Lines with weights are those of a rubric. */
const asRubric: Rewrite = (_, { raw, places }) => (Array.isArray(raw['value']) ? { raw: { ...raw, type: 'rubric' }, places } : { raw, places });

/** What a figure may be at most, as an assertion of its own. */
const FIGURES: Readonly<Record<string, (most: JsonValue) => JsonObject>> = {
  max_tool_calls: (most) => ({ name: 'tool_calls', type: 'tool_call_count_between', value: [0, most] }),
  max_tokens: (most) => ({ name: 'tokens', type: 'token_usage', max_total: most }),
  max_cost_usd: (most) => ({ name: 'cost', type: 'cost', budget: most }),
  max_duration_ms: (most) => ({ name: 'duration', type: 'latency', max_ms: most }),
};
/** Figures that count, of which there are no parts. */
const WHOLE_FIGURES: ReadonlySet<string> = new Set(['max_tool_calls', 'max_tokens']);

/** Says what is wrong with a figure by the name that it has here, which is not that of the option it becomes. */
function isFigure(context: NormalizeContext, key: string, value: JsonValue | undefined, path: ValuePath): boolean {
  const whole = WHOLE_FIGURES.has(key);
  if (typeof value === 'number' && value >= 0 && (whole ? Number.isSafeInteger(value) : Number.isFinite(value))) return true;
  reportError(context, [...path, key], `${key} must be a ${whole ? 'whole ' : ''}number >= 0, not ${describeValue(value)}`);
  return false;
}

const UNREAD_FIGURES: readonly string[] = ['max_llm_calls', 'target_exploration_ratio', 'exploration_tolerance'];

/** Several figures in one, each with its own part of the score. */
const asFigures: Rewrite = (context, { raw, places }, path) => {
  const unread = UNREAD_FIGURES.find((key) => raw[key] !== undefined);
  if (unread !== undefined) return unsupported(context, [...path, unread], `${unread} is not supported`, `leave it out; these figures are read: ${Object.keys(FIGURES).join(', ')}`);
  const keys = Object.keys(FIGURES).filter((key) => raw[key] !== undefined && raw[key] !== null);
  if (keys.length === 0) {
    reportError(context, path, 'an assertion of type "execution-metrics" names no figure', { hint: `write one of ${Object.keys(FIGURES).join(', ')}` });
    return undefined;
  }
  if (keys.filter((key) => !isFigure(context, key, raw[key], path)).length > 0) return undefined;
  const rest = Object.fromEntries(Object.entries(raw).filter(([key]) => !Object.hasOwn(FIGURES, key)));
  const members = keys.map((key) => FIGURES[key]?.(raw[key] ?? null) ?? {});
  return {
    raw: { ...rest, type: 'composite', assertions: members } as JsonObject,
    places: [...places, ...keys.map((key, index) => ({ at: [...path, 'assertions', index], written: [...path, key] }))],
  };
};

/** Programs of AgentV's today count on it: those of its graders, and others that have a command. */
const COUNTED = { tool_counts: true };

const withCounts: Rewrite = (_, { raw, places }) => ({ raw: 'command' in raw || String(raw['type']).endsWith('grader') ? { ...COUNTED, ...raw } : raw, places });

/** What a script is given besides the reply stands in its own options here. */
const asScript: Rewrite = (context, { raw, places }, path) => {
  const { preprocessors, config, ...rest } = raw;
  if (preprocessors !== undefined && preprocessors !== null) return unsupported(context, [...path, 'preprocessors'], 'preprocessors of a script are not supported', 'let it read the file itself');
  if (!isJsonObject(config)) return { raw: { ...rest, ...(config === undefined ? {} : { config }) }, places };
  const own = Object.keys(config).filter((key) => Object.hasOwn(rest, key) || SCRIPT_KEYS.has(key));
  if (own.length > 0) return unsupported(context, [...path, 'config', own[0] ?? ''], `an option of a script cannot be called ${own[0]} here`, 'give it another name');
  return { raw: { ...rest, ...config } as JsonObject, places: [...places, ...Object.keys(config).map((key) => ({ at: [...path, key], written: [...path, 'config', key] }))] };
};
const SCRIPT_KEYS: ReadonlySet<string> = new Set(['type', 'name', 'metric', 'weight', 'required', 'min_score', 'threshold', 'negate', 'value', 'script', 'command', 'cwd', 'timeout_seconds', 'keep_daemons', 'target', 'tool_counts', 'results']);

/** A program that writes what a grader is asked has its command under `script`. */
const asPrompt: Rewrite = (context, { raw, places }, path) => {
  const { prompt } = raw;
  const isCommand = isJsonObject(prompt) && prompt['script'] === undefined && prompt['command'] !== undefined;
  if (isJsonObject(prompt) && isCommand) {
    const { command, ...rest } = prompt;
    return asPrompt(context, { raw: { ...raw, prompt: { ...COUNTED, ...rest, script: command ?? null } }, places: [...places, { at: [...path, 'prompt', 'script'], written: [...path, 'prompt', 'command'] }] }, path);
  }
  for (const key of ['max_steps', 'temperature', 'rubrics', 'config']) {
    if (raw[key] !== undefined && raw[key] !== null) return unsupported(context, [...path, key], `${key} of a grader is not supported`, INSTEAD_IN_GRADERS[key] ?? 'leave it out, or write a script that checks it');
  }
  return { raw, places };
};
const INSTEAD_IN_GRADERS: Readonly<Record<string, string>> = {
  rubrics: 'write - type: rubrics with criteria',
  temperature: 'leave it out: judges answer at temperature 0',
};

const ARGS_MATCH: readonly string[] = ['args_match', 'argsMatch'];
const HOW_ARGS_MATCH = 'leave it out: arguments may have more keys than expected (superset), and args: any takes all of them (ignore); let a script check what else must hold';

/** The key by which a trajectory, or a call in it, says how its arguments are compared; undefined when it says nothing. */
function argsMatchKey(raw: JsonObject): string | undefined {
  return ARGS_MATCH.find((key) => raw[key] !== undefined && raw[key] !== null);
}

/** One expected call without how its arguments are compared. Undefined when that was reported. */
function readCall(context: NormalizeContext, call: JsonObject, path: ValuePath, whole: JsonValue | undefined): JsonObject | undefined {
  const key = argsMatchKey(call);
  const { args_match: _match, argsMatch: _camel, maxDurationMs: most, ...rest } = call;
  const how: JsonValue | undefined = key === undefined ? whole : call[key];
  if (key !== undefined && how !== 'superset' && how !== 'ignore') return unsupported(context, [...path, key], `${key}: ${JSON.stringify(how)} is not supported`, HOW_ARGS_MATCH);
  const timed = most === undefined || most === null ? rest : { max_duration_ms: most, ...rest };
  return (how === 'ignore' && 'args' in timed ? { ...timed, args: 'any' } : timed) as JsonObject;
}

/** How strictly arguments are compared is one way here, and with `args: any` not at all. */
const asTrajectory: Rewrite = (context, { raw, places }, path) => {
  const key = argsMatchKey(raw);
  const { args_match: _match, argsMatch: _camel, ...rest } = raw;
  const how: JsonValue | undefined = key === undefined ? undefined : raw[key];
  if (key !== undefined && how !== 'superset' && how !== 'ignore') return unsupported(context, [...path, key], `${key}: ${JSON.stringify(how)} is not supported`, HOW_ARGS_MATCH);
  const { expected } = rest;
  if (!Array.isArray(expected)) return { raw: rest as JsonObject, places };
  const list = expected as readonly JsonValue[];
  const calls = list.map((call, index) => (isJsonObject(call) ? readCall(context, call, [...path, 'expected', index], how) : call));
  if (calls.some((call) => call === undefined)) return undefined;
  const at = [...path, 'expected'];
  return {
    raw: { ...rest, expected: calls } as JsonObject,
    places: [...places, ...list.flatMap((call, index) => (isJsonObject(call) && call['maxDurationMs'] !== undefined ? [{ at: [...at, index, 'max_duration_ms'], written: [...at, index, 'maxDurationMs'] }] : []))],
  };
};

const BY_TYPE: Readonly<Record<string, readonly Rewrite[]>> = {
  composite: [withAggregator],
  'assert-set': [withAggregator],
  'llm-rubric': [asRubric],
  'execution-metrics': [asFigures],
  'code-grader': [asScript, withCounts],
  'code-judge': [asScript],
  script: [withCounts],
  'llm-grader': [asPrompt],
  'llm-judge': [asPrompt],
  'tool-trajectory': [asTrajectory],
};

/** Brings an assertion to the words of this table of types. Undefined when something in it was reported. */
export function rewriteAssertion(context: NormalizeContext, raw: JsonObject, type: string, path: ValuePath): Rewritten | undefined {
  const dashed = type.replaceAll('_', '-').replace(/^not-/u, '');
  const steps = [withRequiredScore, ...(Object.hasOwn(BY_TYPE, dashed) ? (BY_TYPE[dashed] ?? []) : [])];
  let rewritten: Rewritten | undefined = { raw, places: [] };
  for (const step of steps) rewritten = rewritten && step(context, rewritten, path);
  return rewritten;
}

import {
  checkKeys,
  describeKind,
  describeValue,
  type Diagnostic,
  isJsonObject,
  type JsonObject,
  nearestMatch,
  type NormalizeContext,
  reportError,
  type ValuePath,
  type WrittenTarget,
} from '@assay/schema';
import { readFlag } from '../fields/flag.js';
import { hideOwnSecrets } from './hide-own-secrets.js';
import { rememberPlaces } from './target-places.js';

const NAME_HINTS = {
  name: 'add name: …, by which execution.target finds it, and who starts a run chooses it',
  provider: 'add provider: openai, or another installed provider; or use_target: NAME, when another target is meant',
};

function readName(context: NormalizeContext, raw: JsonObject, path: ValuePath, key: 'name' | 'provider'): string | undefined {
  const value = raw[key];
  if (typeof value === 'string' && value.trim() !== '') return value;
  const missing = value === undefined || value === null;
  const typo = missing ? Object.keys(raw).find((other) => other !== 'name' && nearestMatch(other, [key]) !== undefined) : undefined;
  reportError(
    context,
    missing ? path : [...path, key],
    missing ? `a target has no ${key}` : `the ${key} of a target must be a string, not ${describeValue(value)}`,
    typo === undefined ? { hint: NAME_HINTS[key], namedOptions: key === 'name' ? [{ name: 'targets' }] : undefined } : { hint: `did you mean ${key} instead of ${typo}?` },
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

/** Who judges the replies, under either name. */
function readJudgeTarget(context: NormalizeContext, raw: JsonObject, path: ValuePath): string | undefined {
  const judge = readString(context, raw, path, 'judge_target');
  const grader = readString(context, raw, path, 'grader_target');
  if (judge !== undefined && grader !== undefined && judge.trim() !== grader.trim()) {
    reportError(context, [...path, 'grader_target'], 'judge_target and grader_target name different judges', {
      which: 'key',
      hint: 'keep one of the two',
      related: { message: 'judge_target is here', path: [...path, 'judge_target'] },
    });
  }
  return judge ?? grader;
}

/** Others that are asked in place of a target would be scored in its name. */
function reportFallback(context: NormalizeContext, raw: JsonObject, path: ValuePath): void {
  const { fallback_targets: others } = raw;
  if (others === undefined || others === null || (Array.isArray(others) && others.length === 0)) return;
  reportError(context, [...path, 'fallback_targets'], 'fallback_targets is not supported', {
    code: 'unsupported',
    which: 'key',
    hint: 'leave it out; what stays unscored can be run again',
    namedOptions: [{ name: 'resume', value: true }],
  });
}

/** Ranges: workers, requests_per_minute and tokens_per_minute ≥ 1 and max_retries ≥ 0, all whole; timeout_seconds and max_reply_mb > 0. */
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
const SIZE = { text: 'a number of megabytes > 0', holds: (value: number) => value > 0 && value !== Infinity };
const COUNT = { text: 'a whole number >= 1', holds: (value: number) => Number.isInteger(value) && value >= 1 };
const RETRIES = { text: 'a whole number >= 0', holds: (value: number) => Number.isInteger(value) && value >= 0 };

/** A target that only points to another one. What stands beside that is kept: it says nothing, and who selects it gets a warning. */
function readPointer(context: NormalizeContext, raw: JsonObject, path: ValuePath, name: string): WrittenTarget {
  const { name: _name, use_target: useTarget, ...written } = raw;
  const options = withoutNothing(written);
  const location = context.locate(path);
  if (typeof useTarget === 'string' && useTarget.trim() !== '') return { name, useTarget: useTarget.trim(), options, location };
  reportError(context, [...path, 'use_target'], `use_target must be the name of a target, not ${describeValue(useTarget)}`, {
    hint: 'write use_target: NAME, provider:model, or ${{ VARIABLE }}',
  });
  return { name, options, location };
}

/** An empty value says that there is none: `fine_tuned_weights: null`. */
function withoutNothing(written: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== null));
}

/** One entry of a targets list. Keys that all targets share are taken out; the rest are the provider's options. */
function readTarget(given: NormalizeContext, raw: unknown, path: ValuePath): WrittenTarget | undefined {
  const hide = hideOwnSecrets(raw);
  const context: NormalizeContext = { ...given, locate: (at, which) => given.locate(at, which), report: (finding) => given.report(hide(finding)) };
  if (!isJsonObject(raw)) {
    reportError(context, path, `a target must be a mapping with name and provider, not ${describeKind(raw)}`, {
      hint: 'write - name: … and provider: …',
    });
    return undefined;
  }
  const name = readName(context, raw, path, 'name');
  if (raw['use_target'] !== undefined && raw['use_target'] !== null) return name === undefined ? undefined : readPointer(context, raw, path, name);
  const provider = readName(context, raw, path, 'provider');
  const model = readString(context, raw, path, 'model');
  const judgeTarget = readJudgeTarget(context, raw, path);
  reportFallback(context, raw, path);
  const workers = readNumber(context, raw, path, 'workers', COUNT);
  const requestsPerMinute = readNumber(context, raw, path, 'requests_per_minute', COUNT);
  const tokensPerMinute = readNumber(context, raw, path, 'tokens_per_minute', COUNT);
  const timeoutSeconds = readNumber(context, raw, path, 'timeout_seconds', POSITIVE);
  const maxRetries = readNumber(context, raw, path, 'max_retries', RETRIES);
  const maxReplyMb = readNumber(context, raw, path, 'max_reply_mb', SIZE);
  const allowEmpty = readFlag(context, raw, path, 'allow_empty');
  const {
    name: _name, provider: _provider, model: _model, judge_target: _judge, grader_target: _grader, fallback_targets: _fallback, workers: _workers,
    requests_per_minute: _requests, tokens_per_minute: _tokens, timeout_seconds: _timeout, max_retries: _retries, max_reply_mb: _reply, allow_empty: _empty, ...written
  } = raw;
  if (name === undefined) return undefined;
  const target: WrittenTarget = {
    name,
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...(judgeTarget === undefined ? {} : { judgeTarget }),
    ...(workers === undefined ? {} : { workers }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(tokensPerMinute === undefined ? {} : { tokensPerMinute }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    ...(maxRetries === undefined ? {} : { maxRetries }),
    ...(maxReplyMb === undefined ? {} : { maxReplyMb }),
    ...(allowEmpty ? { allowEmpty } : {}),
    options: withoutNothing(written),
    location: context.locate(path),
  };
  return rememberPlaces(target, (inTarget, which) => context.locate([...path, ...inTarget], which));
}

/** Looks for more that is wrong with the target at a path. */
type CheckMore = (context: NormalizeContext, path: ValuePath) => void;

/** Reads one target, and keeps what is wrong with it apart. */
function readApart(context: NormalizeContext, raw: unknown, path: ValuePath, checkMore: CheckMore | undefined) {
  const problems: Diagnostic[] = [];
  const own: NormalizeContext = {
    ...context,
    locate: (at, which) => context.locate(at, which),
    report: (finding) => (finding.severity === 'error' ? problems.push(finding) : context.report(finding)),
    tally: { errors: 0 },
  };
  const target = readTarget(own, raw, path);
  checkMore?.(own, path);
  return { target, problems };
}

function twoOfOneName(context: NormalizeContext, name: string, path: ValuePath, first: ValuePath): Diagnostic {
  return {
    severity: 'error',
    code: 'duplicate-name',
    message: `two targets are named "${name}"`,
    location: context.locate([...path, 'name']),
    hint: 'give each target its own name',
    related: { message: 'the first one is here', location: context.locate([...first, 'name']) },
  };
}

/** A note that a file can be used although something in it cannot. */
function note(context: NormalizeContext, name: string, problem: Diagnostic): void {
  const message = `target "${name}" cannot be used: ${problem.message}; nothing else is touched by it`;
  context.report({ ...problem, severity: 'info', code: 'unusable-target', message });
}

/**
 * A list of targets in a file that several evals share. What is wrong with one is kept in its
 * `problems` and noted, since it matters only to who selects it. One without a name, which nobody can
 * select, is left out with a warning.
 */
export function readSharedTargets(context: NormalizeContext, raw: readonly unknown[], path: ValuePath, checkMore?: CheckMore): readonly WrittenTarget[] {
  const found = new Map<string, { readonly target: WrittenTarget; readonly path: ValuePath; readonly problems: Diagnostic[] }>();
  for (const [index, item] of raw.entries()) {
    const itemPath = [...path, index];
    const { target, problems } = readApart(context, item, itemPath, checkMore);
    if (!target) {
      for (const problem of problems) context.report({ ...problem, severity: 'warning', message: `${problem.message}; it is left out` });
      continue;
    }
    const first = found.get(target.name);
    if (first) first.problems.push(twoOfOneName(context, target.name, itemPath, first.path));
    else found.set(target.name, { target, path: itemPath, problems });
  }
  return [...found.values()].map(({ target, problems }) => {
    for (const problem of problems) note(context, target.name, problem);
    return problems.length === 0 ? target : { ...target, problems };
  });
}

/** The targets that an eval file defines for itself: what is wrong with one is an error of the file. */
export function readTargets(context: NormalizeContext, raw: readonly unknown[], path: ValuePath): readonly WrittenTarget[] {
  const places = new Map<string, ValuePath>();
  return raw.flatMap((item, index) => {
    // A name says who is asked, and defines nothing.
    if (typeof item === 'string') return [];
    const itemPath = [...path, index];
    const before = context.tally.errors;
    const target = readTarget(context, item, itemPath);
    if (!target || context.tally.errors > before) return [];
    const first = places.get(target.name);
    if (first) {
      context.tally.errors += 1;
      context.report(twoOfOneName(context, target.name, itemPath, first));
    } else places.set(target.name, itemPath);
    return target;
  });
}

const FILE_KEYS: ReadonlySet<string> = new Set(['targets', '$schema', 'description']);

/** The targets of a whole file: a `targets` list, a bare list, or one target as the file itself. */
export function readTargetDocument(context: NormalizeContext, root: unknown): readonly WrittenTarget[] {
  if (Array.isArray(root)) return readSharedTargets(context, root, []);
  if (isJsonObject(root) && root['targets'] !== undefined && root['provider'] === undefined) {
    checkKeys(context, root, [], FILE_KEYS);
    const list = root['targets'];
    if (Array.isArray(list)) return readSharedTargets(context, list as readonly unknown[], ['targets']);
    reportError(context, ['targets'], `targets must be a list, not ${describeKind(list)}`, {
      hint: 'write a list of - name: … and provider: …',
    });
    return [];
  }
  const target = readTarget(context, root, []);
  return target ? [target] : [];
}

import {
  describeKind,
  describeValue,
  isJsonObject,
  reportError,
  checkKeys,
  type EvaluatorEntry,
  type GradingKeys,
  type JsonObject,
  type JsonValue,
  type Message,
  type NormalizeContext,
  type ValuePath,
} from '@assay/schema';
import { readMadeAssertion } from '../../assertions/read-assertions.js';
import { reportSaidTwice } from '../../assertions/said-twice.js';
import { ASSERTION_KEYS } from '../../fields/suite-keys.js';
import { readContent } from '../../messages/content.js';

/** Keys of a case that are about its turns. */
export const TURN_KEYS: readonly string[] = ['mode', 'turns', 'aggregation', 'on_turn_failure', 'window_size'];

const KEYS: ReadonlySet<string> = new Set(['input', 'expected_output', ...ASSERTION_KEYS, 'note', 'notes', 'description']);

const GRADING: GradingKeys = { read: ASSERTION_KEYS, how: 'write it as an entry of assertions in the turn' };

/** The turns of a case: what is said in them, and how each is scored. */
export interface Turns {
  /** What stands behind the input of the case. */
  readonly messages: readonly Message[];
  /** Undefined when no turn is scored by itself. */
  readonly entry: EvaluatorEntry | undefined;
}

/** A set of assertions as a member of the entry, and where they stand. */
interface Scored {
  readonly name: string;
  readonly of: number;
  readonly expected: JsonValue;
  readonly assert: readonly JsonValue[];
  /** Where the list of them stands; the turn for one that has none. */
  readonly path: ValuePath;
}

function readInput(context: NormalizeContext, turn: JsonObject, path: ValuePath): Message | undefined {
  const { input } = turn;
  if (input === undefined || input === null) {
    reportError(context, path, 'a turn has no input', { hint: 'write input: what the user says in it' });
    return undefined;
  }
  const message: unknown = Array.isArray(input) && input.length === 1 ? (input as readonly unknown[])[0] : input;
  if (Array.isArray(message) && message.some((item: unknown) => isJsonObject(item) && item['role'] !== undefined)) {
    reportError(context, [...path, 'input'], 'the input of a turn is what the user says in it, and no list of messages', { hint: 'write input: "…", and what comes before the turns under input of the case' });
    return undefined;
  }
  const said = isJsonObject(message) && message['role'] === 'user' ? message['content'] : input;
  const content = readContent(context, said, [...path, 'input']);
  return content === undefined ? undefined : { role: 'user', content };
}

function scoredBy(context: NormalizeContext, raw: JsonObject, path: ValuePath): { readonly assert: readonly JsonValue[]; readonly path: ValuePath } | undefined {
  const [key, ...others] = ASSERTION_KEYS.filter((name) => raw[name] !== undefined && raw[name] !== null);
  for (const other of others) reportSaidTwice(context, path, key ?? '', other);
  const list: JsonValue | undefined = key === undefined ? undefined : raw[key];
  return key !== undefined && Array.isArray(list) ? { assert: list, path: [...path, key] } : undefined;
}

/** What scores a turn: its assertions, else the judges, if it says what is expected. */
function scoredTurn(context: NormalizeContext, turn: JsonObject, number: number, path: ValuePath): Scored | undefined {
  const wrong = ASSERTION_KEYS.find((key) => turn[key] !== undefined && turn[key] !== null && !Array.isArray(turn[key]));
  if (wrong !== undefined) reportError(context, [...path, wrong], `assertions must be a list, not ${describeKind(turn[wrong])}`, { hint: 'write a list of - type: …' });
  const written = scoredBy(context, turn, path);
  const expected = turn['expected_output'] ?? null;
  const head = { name: `turn-${number}`, of: number, expected };
  if (written && written.assert.length > 0) return { ...head, ...written };
  return expected === null ? undefined : { ...head, assert: [{ type: 'llm_judge' }], path };
}

function readChoice(context: NormalizeContext, raw: JsonObject, path: ValuePath, key: string, allowed: readonly string[]): string | undefined {
  const value = raw[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && allowed.includes(value)) return value;
  reportError(context, [...path, key], `${key} must be ${allowed.join(' or ')}, not ${describeValue(value)}`, { hint: `write ${key}: ${allowed[0] ?? ''}` });
  return undefined;
}

function readWindow(context: NormalizeContext, raw: JsonObject, path: ValuePath): number | undefined {
  const size = raw['window_size'];
  if (size === undefined || size === null) return undefined;
  if (typeof size === 'number' && Number.isInteger(size) && size >= 1) return size;
  reportError(context, [...path, 'window_size'], `window_size must be a whole number >= 1, not ${describeValue(size)}`, { hint: 'write how many turns back is looked' });
  return undefined;
}

/** The entry that scores turns. Its parts are recognized by where the turns have them. */
function makeEntry(context: NormalizeContext, scored: readonly Scored[], options: JsonObject, path: ValuePath): EvaluatorEntry | undefined {
  const at = [...path, 'turns'];
  const raw: JsonObject = {
    type: 'turns',
    ...options,
    of: scored.map(({ of }) => of),
    expected: scored.map(({ expected }) => expected),
    assert: scored.map(({ name, assert }) => ({ type: 'assert-set', metric: name, assert })),
  };
  const places = scored.flatMap((one, index) => [
    { at: [...at, 'assert', index], written: one.path },
    { at: [...at, 'assert', index, 'assert'], written: one.path },
  ]);
  return readMadeAssertion(context, raw, at, places);
}

/** Reports what is said about turns in a case that has none. */
function reportIdle(context: NormalizeContext, raw: JsonObject, path: ValuePath): void {
  const key = TURN_KEYS.find((name) => raw[name] !== undefined && raw[name] !== null);
  if (key !== undefined) reportError(context, [...path, key], `${key} is about turns, and the case has none`, { which: 'key', hint: 'write turns: and a list of - input: …' });
}

/**
 * The turns of a case; undefined for one without. Its own assertions are about the whole conversation then, and are one more
 * part of the score.
 */
export function readTurns(context: NormalizeContext, raw: JsonObject, path: ValuePath): Turns | undefined {
  const { turns } = raw;
  if (turns === undefined || turns === null) {
    reportIdle(context, raw, path);
    return undefined;
  }
  if (!Array.isArray(turns) || turns.length === 0) {
    reportError(context, [...path, 'turns'], `turns must be a list with a turn at least, not ${Array.isArray(turns) ? 'an empty list' : describeKind(turns)}`, { hint: 'write turns: and a list of - input: …' });
    return undefined;
  }
  readChoice(context, raw, path, 'mode', ['conversation']);
  const messages: Message[] = [];
  const scored: Scored[] = [];
  for (const [index, turn] of (turns as readonly JsonValue[]).entries()) {
    const turnPath = [...path, 'turns', index];
    if (!isJsonObject(turn)) {
      reportError(context, turnPath, `a turn must be a mapping with input, not ${describeKind(turn)}`, { hint: 'write - input: …' });
      continue;
    }
    checkKeys(context, turn, turnPath, KEYS, { grading: GRADING });
    const said = readInput(context, turn, turnPath);
    if (said) messages.push(said, { role: 'assistant', content: null });
    const one = scoredTurn(context, turn, index + 1, turnPath);
    if (one) scored.push(one);
  }
  const whole = scoredBy(context, raw, path);
  if (whole && whole.assert.length > 0) scored.push({ name: 'conversation', of: 0, expected: null, ...whole });
  const aggregation = readChoice(context, raw, path, 'aggregation', ['mean', 'min', 'max']);
  const onFailure = readChoice(context, raw, path, 'on_turn_failure', ['continue', 'stop']);
  const size = readWindow(context, raw, path);
  const options: JsonObject = {
    ...(aggregation === undefined ? {} : { aggregation }),
    ...(onFailure === undefined ? {} : { on_turn_failure: onFailure }),
    ...(size === undefined ? {} : { window_size: size }),
  };
  return { messages, entry: scored.length === 0 ? undefined : makeEntry(context, scored, options, path) };
}

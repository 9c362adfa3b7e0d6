import { isJsonObject, normalizedText, type JsonObject, type JsonValue } from '@assay/schema';
import { FEWEST_LINES, MOST_LINES } from '../prompts/rubric-prompt.js';
import { createSources } from '../verdict-parsing/sources/sources.js';
import { findJsonObjects } from '../verdict-parsing/json/find-json-objects.js';
import { parseRepairedJson, parseStrictJson, repairBudget } from '../verdict-parsing/json/parse-json.js';
import { withoutThoughts } from '../verdict-parsing/sources/without-thoughts.js';

/** One line of a generated rubric, with the keys that a `rubrics` list has. */
export interface RubricLine {
  /** Lower-case words with hyphens, unique in its rubric. */
  readonly id: string;
  readonly description: string;
  /** > 0 */
  readonly weight: number;
  /** Only written when it is true. */
  readonly required?: true | undefined;
}

export type RubricReading =
  | { readonly ok: true; readonly lines: readonly RubricLine[] }
  | { readonly ok: false; /** Completes "the reply is unusable: …". */ readonly problem: string };

const LIST_NAMES = ['rubrics', 'rubric', 'lines', 'criteria'];
const TEXT_NAMES = ['description', 'criterion', 'text'];

function listIn(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return undefined;
  for (const name of LIST_NAMES) {
    const list = value[name];
    if (Array.isArray(list)) return list;
  }
  return undefined;
}

function isLine(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && TEXT_NAMES.some((name) => typeof value[name] === 'string');
}

/** The list of lines in a reply: as its whole, in an object, in a code fence, or as objects one after the other. */
async function findList(text: string): Promise<readonly JsonValue[] | undefined> {
  const whole = listIn(parseStrictJson(text));
  if (whole) return whole;
  const values: (JsonValue | undefined)[] = [];
  const budget = repairBudget();
  for (const slice of findJsonObjects(text)) {
    const value = parseStrictJson(slice.text) ?? (await parseRepairedJson(slice.text, budget));
    const list = listIn(value);
    if (list) return list;
    values.push(value);
  }
  return values.length > 0 && values.every(isLine) ? values : undefined;
}

/** Words of a name or a text, lower case, joined by hyphens; empty when there are no letters. */
function slug(text: string, words: number): string {
  return normalizedText(text, 'NFC').toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu)?.slice(0, words).join('-') ?? '';
}

function idOf(line: JsonObject, description: string, taken: ReadonlySet<string>): string {
  const written = typeof line['id'] === 'string' ? slug(line['id'], 8) : '';
  const base = written || slug(description, 4) || 'line';
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
  return id;
}

/** A line, or why it is none. */
function readLine(value: JsonValue, taken: ReadonlySet<string>): RubricLine | string {
  if (!isJsonObject(value)) return 'a line is no object with a description';
  const key = TEXT_NAMES.find((name) => typeof value[name] === 'string');
  const description = key === undefined ? '' : String(value[key]).trim();
  if (description === '') return 'a line has no description';
  const { weight = 1, required } = value;
  if (typeof weight !== 'number' || !(weight > 0) || weight === Infinity) {
    return `the weight of a line is ${JSON.stringify(weight)}, not a number above 0`;
  }
  if (required !== undefined && required !== null && typeof required !== 'boolean') {
    return `"required" of a line is ${JSON.stringify(required)}, not true or false`;
  }
  return { id: idOf(value, description, taken), description, weight, ...(required === true ? { required: true } : {}) };
}

/** Reads the rubric in a model's reply. What is not clear is a problem, never guessed. */
export async function readRubricReply(reply: string): Promise<RubricReading> {
  const text = withoutThoughts(reply.replace(/^\uFEFF/u, ''), createSources([]))?.trim();
  if (text === undefined) return { ok: false, problem: 'its thoughts do not end' };
  if (text === '') return { ok: false, problem: 'it is empty' };
  const list = await findList(text);
  if (!list) return { ok: false, problem: 'it holds no JSON with a list of lines' };
  if (list.length < FEWEST_LINES || list.length > MOST_LINES) {
    return { ok: false, problem: `it has ${list.length} ${list.length === 1 ? 'line' : 'lines'}, not ${FEWEST_LINES} to ${MOST_LINES}` };
  }
  const lines: RubricLine[] = [];
  const taken = new Set<string>();
  const said = new Set<string>();
  for (const value of list) {
    const line = readLine(value, taken);
    if (typeof line === 'string') return { ok: false, problem: line };
    if (said.has(line.description)) return { ok: false, problem: 'two lines say the same' };
    said.add(line.description);
    taken.add(line.id);
    lines.push(line);
  }
  return { ok: true, lines };
}

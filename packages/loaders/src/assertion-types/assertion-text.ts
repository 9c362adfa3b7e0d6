import { nearestMatch, type JsonObject } from '@assay/schema';
import { ASSERTION_TYPES } from './assertion-types.js';

/** Words that stand for a type in front of a colon only. */
const SHORT: Readonly<Record<string, string>> = { fn: 'javascript', eval: 'javascript', grade: 'llm-rubric' };

/** Types that say something without a value. */
const ALONE: ReadonlySet<string> = new Set(['is-json', 'contains-json', 'is-refusal', 'similar', 'factuality', 'answer-relevance', 'equals', 'context-faithfulness', 'context-recall']);

const REST = String.raw`(?:\((?<threshold>\d+(?:\.\d+)?)\))?(?:\s*:\s*(?<value>[\s\S]*))?$`;
/** A type with as much of the text as may belong to it (`similar:cosine`), and with as little (`equals:a`). */
const FORMS = ['', '?'].map((lazy) => new RegExp(String.raw`^(?<not>not[-_])?(?<type>[a-z][a-z0-9]*(?:[-_:][a-z0-9]+)*${lazy})${REST}`, 'u'));

/** A file with a program, as other tools name it without a type. */
const PROGRAM_FILE = /^file:\/\/\S+?\.(?:(?<script>[cm]?[jt]s)|py)(?::[\w.]+)?$/u;

/** What stands in front of a colon as a type does. */
const HEAD = /^(?<not>not[-_]?|!\s*)?(?<word>[a-z][\w-]*)\s*(?:\([^()]*\)\s*)?:/iu;
/** A word with something in parentheses, which may have lost the second one, and a unit behind it. */
const CALL = /^(?<not>not[-_]?|!\s*)?(?<word>[a-z][\w-]*)\s*\((?<inside>[^()]*)\)?\s*\w{0,3}$/iu;
/** Shorter words are too near to others. */
const SHORTEST_NEAR = 5;

export interface AssertionTextOptions {
  /** Whether a word that is the name of a type is one, where it could also be a text. */
  readonly bareNames?: boolean | undefined;
}

function isAlone(type: string, { bareNames = false }: AssertionTextOptions): boolean {
  // No text that is compared with replies is called like these.
  return bareNames || ALONE.has(type) || /[-:]/u.test(type);
}

/**
 * An assertion that is written as one text: `contains: Paris`, `not-icontains: sorry`, `similar(0.8): It is Paris`, `latency(500)`,
 * `is-json`, `file://check.js`. Undefined for any other text, such as a sentence.
 */
export function readAssertionText(text: string, options: AssertionTextOptions = {}): JsonObject | undefined {
  const trimmed = text.trim();
  const file = PROGRAM_FILE.exec(trimmed);
  if (file) return { type: file.groups?.['script'] === undefined ? 'python' : 'javascript', value: trimmed };
  for (const form of FORMS) {
    const { not, type: written = '', threshold, value } = form.exec(trimmed)?.groups ?? {};
    const named = written.replaceAll('_', '-');
    const type = value === undefined ? named : (SHORT[named] ?? named);
    if (!Object.hasOwn(ASSERTION_TYPES, type)) continue;
    if (value === undefined && threshold === undefined && !isAlone(type, options)) continue;
    return {
      type: `${not === undefined ? '' : 'not-'}${type}`,
      ...(value === undefined || value === '' ? {} : { value }),
      ...(threshold === undefined ? {} : { threshold: Number(threshold) }),
    };
  }
  return undefined;
}

/** A type by a name that is nearly its own. */
function nearType(word: string): string | undefined {
  return word.length < SHORTEST_NEAR ? undefined : nearestMatch(word, Object.keys(ASSERTION_TYPES));
}

/** What turns a type around, as it is read: what is meant by `notcontains` is no `contains`. */
function turned(not: string | undefined): string {
  return not === undefined ? '' : 'not-';
}

/** What a text that is read as no assertion most likely means: `Contains: Paris`, `contain: Paris`, `latency(abc)`. Undefined for other texts. */
export function meantAssertion(text: string): string | undefined {
  const trimmed = text.trim();
  const { not: callNot, word = '', inside = '' } = CALL.exec(trimmed)?.groups ?? {};
  const named = word.toLowerCase().replaceAll('_', '-');
  // Programs are right answers too: that the name is nearly one is enough only where a number stands behind it.
  const called = Object.hasOwn(ASSERTION_TYPES, named) ? named : /^\s*[\d.,]+\s*\w{0,3}$/u.test(inside) ? nearType(word) : undefined;
  if (called !== undefined) return ['(NUMBER)', ': …'].map((rest) => `${turned(callNot)}${called}${rest}`).join(' or ');
  const { not: headNot, word: head = '' } = HEAD.exec(trimmed)?.groups ?? {};
  const near = nearType(head);
  return near && `${turned(headNot)}${near}: …`;
}

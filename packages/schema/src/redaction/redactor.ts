import type { JsonObject } from '../domain/json.js';
import { redactValue } from './redact-value.js';
import { secretForms } from './secret-forms.js';
import { isSecretVariable } from './secret-names.js';
import { secretsInAddress, secretsInArguments, secretsInOptions, secretsInProgram } from './secrets-in-options.js';
import { createTextMatcher, type TextMatcher } from './text-matcher.js';

/** Shortest value that is taken for a secret, in characters: shorter ones stand in too many innocent texts. */
const SHORTEST_SECRET = 8;
/** Names without a secret that are remembered: all rows have the same ones, and more of them than texts. */
const MOST_NAMES = 1_000;

/**
 * Knows the secrets of a process and takes them out of what leaves it: `[redacted NAME]` stands for
 * the value of the environment variable NAME, `[redacted]` for one that is written in a file. Secrets
 * can be added at any time; each is found as it is and in the forms that programs give it (URL-encoded,
 * base64, escaped for JSON or HTML).
 */
export interface Redactor {
  /** @param name of the environment variable that holds it. Values of fewer than 8 characters are left alone. */
  add(value: string | undefined, name?: string): void;
  /** Adds the values of variables whose names say that they are secret, and what URLs among the values hide. */
  addEnvironment(env: Readonly<Record<string, string | undefined>>): void;
  /** Adds what options of a target hide: keys, headers that hold one, users in URLs, arguments of programs. */
  addOptions(options: JsonObject): void;
  /** Adds what options of an evaluator that runs a program hide. */
  addProgram(options: JsonObject): void;
  /** Adds what arguments of a program hide: `--api-key x`, `--token=x`. */
  addArguments(argv: readonly string[]): void;
  /** Knows no secret any more. */
  forget(): void;
  text(text: string): string;
  /**
   * The first part of a text that is written in pieces, redacted, and what has to wait for the next
   * piece since it may be the beginning of a secret.
   * @param json whether the text is JSON, where a secret that stands for a number would be missed by its readers.
   */
  piece(text: string, json?: boolean): { readonly clean: string; readonly rest: string };
  /** The same value without secrets in its texts and names; the very same object where there are none. */
  value<T>(value: T): T;
}

/** A redactor that knows no secret yet. */
export function createRedactor(): Redactor {
  /** Labels by the forms of the secrets. */
  const forms = new Map<string, string>();
  const known = new Set<string>();
  /** Names that hold none of them. */
  const cleanNames = new Set<string>();
  let matcher: TextMatcher | undefined;

  /** What was found before is not to be relied on. */
  function changed(): void {
    matcher = undefined;
    cleanNames.clear();
  }

  function add(value: string | undefined, name?: string): void {
    const secret = value?.trim();
    if (secret === undefined || secret.length < SHORTEST_SECRET) return;
    const key = `${name ?? ''}\n${secret}`;
    if (known.has(key)) return;
    known.add(key);
    const label = name !== undefined && /^\w+$/u.test(name) ? `[redacted ${name}]` : '[redacted]';
    for (const form of secretForms(secret)) {
      const other = forms.get(form);
      // A name says more than none; of several the first in the alphabet, so that the order of adding does not show.
      if (other === undefined || other === '[redacted]' || (label !== '[redacted]' && label < other)) forms.set(form, label);
    }
    changed();
  }

  const matching = (): TextMatcher => (matcher ??= createTextMatcher(forms));
  const redactText = (text: string): string => matching().replace(text);

  function redactName(name: string): string {
    if (cleanNames.has(name)) return name;
    const clean = redactText(name);
    if (clean === name && cleanNames.size < MOST_NAMES) cleanNames.add(name);
    return clean;
  }

  return {
    add,
    addEnvironment(env) {
      for (const [name, value] of Object.entries(env)) {
        if (value === undefined) continue;
        if (isSecretVariable(name, value)) add(value, name);
        else for (const secret of secretsInAddress(name, value)) add(secret, name);
      }
    },
    addOptions(options) {
      for (const secret of secretsInOptions(options)) add(secret);
    },
    addProgram(options) {
      for (const secret of secretsInProgram(options)) add(secret);
    },
    addArguments(argv) {
      for (const secret of secretsInArguments(argv)) add(secret);
    },
    forget() {
      forms.clear();
      known.clear();
      changed();
    },
    text: (text) => (forms.size === 0 ? text : redactText(text)),
    value: (value) => (forms.size === 0 ? value : redactValue(value, redactText, redactName)),
    piece(text, json = false) {
      if (forms.size === 0) return { clean: text, rest: '' };
      const end = text.length - matching().openEnd(text);
      return { clean: matching().replace(text.slice(0, end), json), rest: text.slice(end) };
    },
  };
}

import {
  checkKeys,
  describeKind,
  isJsonObject,
  type JsonObject,
  type NormalizeContext,
  reportError,
  type ValuePath,
} from '@assay/schema';
import { HEADER_ONLY_KEYS, PROMPT_ONLY_KEYS } from './blueprint-keys.js';

/** A value with its place. */
export interface Located<T = unknown> {
  readonly raw: T;
  readonly path: ValuePath;
}

/** The parts of a blueprint, whichever of its structures it has. */
export interface BlueprintParts {
  readonly header: Located<JsonObject> | undefined;
  /** In the order of the file. */
  readonly prompts: readonly Located[];
}

const LIST_KEYS: ReadonlySet<string> = new Set(['prompts']);

function hasKey(value: JsonObject, keys: readonly string[]): boolean {
  return keys.some((key) => value[key] !== undefined);
}

/**
 * True for a first document that says something about all prompts. One key that only headers have
 * is enough; keys that prompts have as well decide nothing, so that a document with no others is a
 * header if it cannot be a prompt.
 */
function isHeader(value: unknown): value is JsonObject {
  return isJsonObject(value) && (hasKey(value, HEADER_ONLY_KEYS) || !hasKey(value, PROMPT_ONLY_KEYS));
}

function promptList(context: NormalizeContext, raw: unknown, path: ValuePath): readonly Located[] {
  if (raw === undefined || raw === null) return [];
  if (Array.isArray(raw)) return raw.map((item: unknown, index) => ({ raw: item, path: [...path, index] }));
  reportError(context, path, `prompts must be a list, not ${describeKind(raw)}`, { hint: 'start each prompt with -' });
  return [];
}

/** A document after the header: a list of prompts, a single prompt, or a mapping with `prompts`. */
function promptsOf(context: NormalizeContext, raw: unknown, path: ValuePath): readonly Located[] {
  if (Array.isArray(raw)) return promptList(context, raw, path);
  if (!isJsonObject(raw)) {
    reportError(context, path, `a document of a blueprint must be a prompt or a list of prompts, not ${describeKind(raw)}`, {
      hint: 'write - prompt: …, or prompt: …',
    });
    return [];
  }
  if (raw['prompts'] === undefined) return [{ raw, path }];
  checkKeys(context, raw, path, LIST_KEYS, { hints: Object.fromEntries(HEADER_ONLY_KEYS.map((key) => [key, 'move it to the first document'])) });
  return promptList(context, raw['prompts'], [...path, 'prompts']);
}

/**
 * Finds the header and the prompts in the documents of a file: a header and prompts in documents of
 * their own, a stream of prompts, a list of them, or a `prompts` list in the header. Paths begin
 * with the number of the document.
 */
export function splitDocuments(documents: readonly unknown[], context: NormalizeContext): BlueprintParts {
  const before = context.tally.errors;
  const [first, ...rest] = documents;
  const header = isHeader(first) ? { raw: first, path: [0] } : undefined;
  const prompts = header
    ? [...promptList(context, header.raw['prompts'], [0, 'prompts']), ...rest.flatMap((raw, index) => promptsOf(context, raw, [index + 1]))]
    : documents.flatMap((raw, index) => promptsOf(context, raw, [index]));
  if (prompts.length === 0 && context.tally.errors === before) {
    reportError(context, [0], 'the blueprint has no prompts', {
      code: 'no-prompts',
      hint: 'write them as a list under prompts:, or in a document of their own after a line ---',
    });
  }
  return { header, prompts };
}

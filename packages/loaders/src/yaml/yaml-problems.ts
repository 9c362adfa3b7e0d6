import type { Diagnostic, SourceLocation } from '@assay/schema';
import type { ErrorCode, YAMLError } from 'yaml';
import { unreadTag } from './unread-tags.js';
import { unquotedText } from './unquoted-text.js';

const HINTS: Partial<Record<ErrorCode, string>> = {
  TAB_AS_INDENT: 'indent with spaces; YAML does not allow tabs',
  BAD_INDENT: 'give all entries of one list or mapping the same indentation',
  BAD_ALIAS: 'define the anchor (&name) above the place that uses it (*name)',
  MISSING_CHAR: 'close the quote or bracket, or put a space after the colon',
  BAD_SCALAR_START: 'put the text in quotes: it starts with a character that YAML reserves',
  BLOCK_AS_IMPLICIT_KEY: 'put the text in quotes if it holds a colon followed by a space',
  MULTILINE_IMPLICIT_KEY: 'put the text in quotes if it holds a colon, or indent the lines of one text alike',
  UNEXPECTED_TOKEN: 'check the quotes, brackets and indentation of this line and the one above',
  BAD_DQ_ESCAPE: 'write \\\\ for a backslash inside double quotes, or use single quotes',
  TAG_RESOLVE_FAILED: 'remove the tag, or put the text in quotes if it begins with an exclamation mark',
  MULTIPLE_DOCS: 'remove the line ---',
};

/** What the library says of a tag that it reads over. */
const UNREAD_TAG = /^Unresolved tag: (?<tag>.*)$|^(?<other>\S+) used for \w+ collection/su;

/** A warning about a tag, in words of its own. */
function tagProblem({ name, message }: YAMLError): ReturnType<typeof unreadTag> | undefined {
  const groups = name === 'YAMLWarning' ? UNREAD_TAG.exec(message)?.groups : undefined;
  const tag = groups?.['tag'] ?? groups?.['other'];
  return tag === undefined ? undefined : unreadTag(tag);
}

/** A mistake of people that the parser takes for another one. */
interface Mistake {
  /** How what stands before it ends, without the space and the lines that say nothing. */
  readonly before?: RegExp;
  /** How its line goes on. */
  readonly line?: RegExp;
  readonly message: string;
  readonly hint: string;
}

const MISTAKES: readonly Mistake[] = [
  {
    line: /^(?:<{7}|={7}|>{7})(?: |$)/u,
    message: 'a conflict of a merge stands here',
    hint: 'decide which lines hold, and remove <<<<<<<, ======= and >>>>>>>',
  },
  {
    line: /^- /u,
    message: 'a list stands beside keys',
    hint: 'write the key that it belongs to above it, such as evalcases: or prompts:, or a line --- where a blueprint has its prompts',
  },
  {
    before: /[:-] [|>][-+]?$/u,
    message: 'the text below | or > is not indented',
    hint: 'indent its lines by more than the key above them',
  },
];

/** Errors of the parser that may be one of them. */
const GUESSES: ReadonlySet<ErrorCode> = new Set(['MULTILINE_IMPLICIT_KEY', 'BLOCK_AS_IMPLICIT_KEY', 'MISSING_CHAR']);

/** @param offset where the parser stopped. */
function mistakeAt(text: string, offset: number, code: ErrorCode): (Mistake & { readonly offset: number }) | undefined {
  if (!GUESSES.has(code)) return undefined;
  const rest = text.slice(offset).trimStart();
  const [line = ''] = rest.split(/\r?\n/u, 1);
  const before = text.slice(0, offset).trimEnd();
  const found = MISTAKES.find((each) => (each.before?.test(before) ?? true) && (each.line?.test(line) ?? true));
  return found && { ...found, offset: text.length - rest.length };
}

/**
 * What the YAML parser says, as a finding with its place and a way out.
 * @param text The whole file.
 */
export function yamlProblem(error: YAMLError, place: (offset: number) => SourceLocation, text: string): Diagnostic {
  const [offset] = error.pos;
  const tag = tagProblem(error);
  const warning = error.name === 'YAMLWarning' && !tag;
  const mistake = mistakeAt(text, offset, error.code);
  const own = tag ?? mistake ?? (error.code === 'BLOCK_AS_IMPLICIT_KEY' ? unquotedText(text, offset) : undefined);
  return {
    severity: warning ? 'warning' : 'error',
    code: 'invalid-yaml',
    message: `${warning ? 'YAML' : 'Invalid YAML'}: ${own?.message ?? error.message}`,
    location: place(mistake?.offset ?? offset),
    hint: own?.hint ?? (/without - indicator/u.test(error.message) ? HINTS.BAD_INDENT : HINTS[error.code]) ?? 'check the quotes, brackets and indentation around this place',
  };
}

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

/**
 * What the YAML parser says, as a finding with its place and a way out.
 * @param text The whole file.
 */
export function yamlProblem(error: YAMLError, place: (offset: number) => SourceLocation, text: string): Diagnostic {
  const location = place(error.pos[0]);
  const tag = tagProblem(error);
  const warning = error.name === 'YAMLWarning' && !tag;
  const unquoted = error.code === 'BLOCK_AS_IMPLICIT_KEY' ? unquotedText(text, error.pos[0]) : undefined;
  return {
    severity: warning ? 'warning' : 'error',
    code: 'invalid-yaml',
    message: `${warning ? 'YAML' : 'Invalid YAML'}: ${(tag ?? unquoted)?.message ?? error.message}`,
    location,
    hint: (tag ?? unquoted)?.hint ?? (/without - indicator/u.test(error.message) ? HINTS.BAD_INDENT : HINTS[error.code]) ?? 'check the quotes, brackets and indentation around this place',
  };
}

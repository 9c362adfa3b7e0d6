import type { Diagnostic, SourceLocation } from '@assay/schema';
import { isMap, isScalar, visit, type Document, type ErrorCode, type YAMLError } from 'yaml';
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
  MULTIPLE_DOCS: 'remove the line ---',
};

/** The key that stands at an offset, and the first one like it in the same mapping. */
function findDuplicate(doc: Document, offset: number): { key: string; first: number } | undefined {
  let found: { key: string; first: number } | undefined;
  visit(doc, {
    Map(_, map) {
      for (const pair of map.items) {
        if (!isScalar(pair.key) || pair.key.range?.[0] !== offset) continue;
        const { value } = pair.key;
        const first = map.items.find(({ key }) => isScalar(key) && key.value === value);
        if (isScalar(first?.key)) found = { key: String(value), first: first.key.range?.[0] ?? 0 };
        return visit.BREAK;
      }
      return isMap(map) ? undefined : visit.SKIP;
    },
  });
  return found;
}

/**
 * What the YAML parser says, as a finding with its place and a way out.
 * @param text The whole file.
 */
export function yamlProblem(error: YAMLError, doc: Document, place: (offset: number) => SourceLocation, text: string): Diagnostic {
  const location = place(error.pos[0]);
  if (error.code === 'DUPLICATE_KEY') {
    const duplicate = findDuplicate(doc, error.pos[0]);
    return {
      severity: 'error',
      code: 'duplicate-key',
      message: duplicate ? `the key "${duplicate.key}" stands here a second time` : 'the same key stands here twice',
      location,
      hint: 'keep one of them, or indent it if it belongs to something else',
      ...(duplicate ? { related: { message: 'the first one is here', location: place(duplicate.first) } } : {}),
    };
  }
  const warning = error.name === 'YAMLWarning';
  const unquoted = error.code === 'BLOCK_AS_IMPLICIT_KEY' ? unquotedText(text, error.pos[0]) : undefined;
  return {
    severity: warning ? 'warning' : 'error',
    code: 'invalid-yaml',
    message: `${warning ? 'YAML' : 'Invalid YAML'}: ${unquoted?.message ?? error.message}`,
    location,
    hint: unquoted?.hint ?? (/without - indicator/u.test(error.message) ? HINTS.BAD_INDENT : HINTS[error.code]) ?? 'check the quotes, brackets and indentation around this place',
  };
}

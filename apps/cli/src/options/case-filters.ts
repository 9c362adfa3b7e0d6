import { compileGlob, composedText, visibleText } from '@assay/schema';
import { isCalled, isShownAs } from '../names/called-name.js';
import type { CaseFilter } from './define-option.js';

/** A backslash that is meant as it is, or codes of characters. */
const CODES = /\\\\|(?:\\u[\da-f]{4})+/gu;

/** A glob with the marks that nobody sees in place of the codes that messages show for them. */
function withHiddenMarks(glob: string): string {
  return glob.replaceAll(CODES, (codes) => {
    const marks = codes.replaceAll(/\\u([\da-f]{4})/gu, (_code, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
    return visibleText(marks) === codes ? marks : codes;
  });
}

/**
 * True for cases whose id matches one of the globs; without globs for all.
 * @throws UsageError for a glob that is too long, or holds `!(…)`.
 */
export function idFilter(globs: readonly string[]): CaseFilter | undefined {
  if (globs.length === 0) return undefined;
  // An id may hold slashes and dots that mean nothing here: `*` is to match them all.
  const matchers = globs.map(composedText).map((glob) => {
    const ways = [...new Set([glob, glob.trim()].flatMap((way) => [way, withHiddenMarks(way)]))].map((way) => compileGlob(way, { paths: false }));
    return (id: string) => id === glob || isShownAs(id, glob) || ways.some((match) => match(id));
  });
  return ({ id }) => matchers.some((match) => match(id));
}

/** True for cases that carry one of the tags; without tags for all. */
export function tagFilter(tags: readonly string[]): CaseFilter | undefined {
  if (tags.length === 0) return undefined;
  const wanted = tags.map(composedText);
  return (evalCase) => evalCase.tags.some((tag) => wanted.some((one) => isCalled(tag, one)));
}

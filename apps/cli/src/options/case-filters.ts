import { compileGlob, composedText } from '@assay/schema';
import type { CaseFilter } from './define-option.js';

/**
 * True for cases whose id matches one of the globs; without globs for all.
 * @throws UsageError for a glob that is too long, or holds `!(…)`.
 */
export function idFilter(globs: readonly string[]): CaseFilter | undefined {
  if (globs.length === 0) return undefined;
  // An id may hold slashes and dots that mean nothing here: `*` is to match them all.
  const matchers = globs.map(composedText).map((glob) => {
    const match = compileGlob(glob, { paths: false });
    return (id: string) => id === glob || match(id);
  });
  return ({ id }) => matchers.some((match) => match(id));
}

/** True for cases that carry one of the tags; without tags for all. */
export function tagFilter(tags: readonly string[]): CaseFilter | undefined {
  if (tags.length === 0) return undefined;
  const wanted = new Set(tags.map(composedText));
  return (evalCase) => evalCase.tags.some((tag) => wanted.has(tag));
}

import { relative } from 'node:path';
import { compileGlob } from '@assay/schema';

/** Files that hold instructions rather than content, when a project does not say otherwise. */
const DEFAULT_GUIDELINE_PATTERNS: readonly string[] = [
  '**/*.instructions.md',
  '**/instructions/**/*.md',
  '**/*.prompt.md',
  '**/SKILL.md',
];

/**
 * Tells guideline files by globs on their path from the project root. A pattern without a slash
 * matches at any depth.
 */
export function guidelineMatcher(
  root: string,
  patterns: readonly string[] = DEFAULT_GUIDELINE_PATTERNS,
): (file: string) => boolean {
  let matches: readonly ((path: string) => boolean)[] | undefined;
  return (file) => {
    // Most datasets refer to no file at all.
    matches ??= patterns.map((pattern) =>
      compileGlob(pattern.includes('/') ? pattern.replace(/^\.?\//u, '') : `**/${pattern}`, { paths: true }),
    );
    const path = relative(root, file).replaceAll('\\', '/');
    return matches.some((match) => match(path));
  };
}

import type { CaseEditor } from '@assay/loaders';
import type { LocatedCase } from '@assay/schema';
import { rubricEntry, type RubricWork } from './write-rubrics.js';

/** Lines as a model writes them, with all that YAML puts in quotes. */
const LINES = [rubricEntry({ id: 'a', description: 'Says: "no" # or \'yes\'', weight: 2, required: true })];

const REASON = 'other cases are made of it (<<: *name), so that a rubric would change them too';

/**
 * Those of the cases whose rubrics the file can take together. It is tried before anybody is paid for them.
 * @throws ConfigError for a file that takes none.
 */
export function writableCases(cases: readonly LocatedCase[], editor: CaseEditor): RubricWork {
  const { shared } = editor.withRubrics(new Map(cases.map(({ evalCase }) => [evalCase.id, LINES])));
  return {
    wanted: cases.filter(({ evalCase }) => !shared.has(evalCase.id)),
    skipped: [...shared].map((id) => ({ id, reason: REASON })),
  };
}

import type { Comparison, ComparisonCase } from '@assay/schema';
import type { CellValue } from './cell.js';

/** The lists of a comparison in the order of the table, which is that in which somebody looks at them. */
export const CHANGES = ['worse', 'open', 'better', 'added', 'unreferenced', 'missing'] as const satisfies readonly (keyof Comparison)[];

type Change = (typeof CHANGES)[number];

/** What the rows of a case say on one side. */
export interface ShownSide {
  /** One for each repeat, in their order; `open` or `error` where there is none. */
  readonly verdicts: readonly string[];
  /** The reply of the first repeat. */
  readonly output: string | undefined;
  /** Why the first repeat that did not pass did not. */
  readonly reasons: readonly string[];
}

/** A case that changed, with what its rows say. */
export interface ShownCase {
  readonly change: Change;
  readonly found: ComparisonCase;
  readonly targetBefore: string;
  readonly before: ShownSide | undefined;
  readonly now: ShownSide | undefined;
}

interface Column {
  /** What it holds, for the docs. */
  readonly about: string;
  value(shown: ShownCase): CellValue;
}

function difference({ scoreBefore, score }: ComparisonCase): number | null {
  // Scores of two runs differ in their last bits without being different.
  return scoreBefore === null || score === null ? null : Math.round((score - scoreBefore) * 1e9) / 1e9;
}

const verdicts = (side: ShownSide | undefined): string | undefined => side?.verdicts.join(', ');

const COLUMNS = {
  suite: { about: 'name of the suite', value: ({ found }) => found.suite },
  suite_path: { about: 'path of the suite from the root of the project', value: ({ found }) => found.suitePath },
  case_id: { about: 'id of the case, with its variant in brackets', value: ({ found }) => found.caseId },
  source: { about: 'where the case is defined now, `file:line:column`', value: ({ found }) => found.source },
  target_before: { about: 'name of the target before', value: ({ targetBefore }) => targetBefore },
  target: { about: 'name of the target', value: ({ found }) => found.target },
  change: { about: '`worse`, `open`, `better`, `added`, `unreferenced` (without a score in the baseline) or `missing`', value: ({ change }) => change },
  score_before: { about: 'the score before, from 0 to 1, over the repeats', value: ({ found }) => found.scoreBefore },
  score: { about: 'the score now', value: ({ found }) => found.score },
  difference: { about: 'how much the score changed, from -1 to 1', value: ({ found }) => difference(found) },
  verdict_before: { about: 'the verdict before, one for each repeat; for a baseline, the one that it holds', value: ({ before, found }) => verdicts(before) ?? found.verdictBefore },
  verdict: { about: 'the verdict now', value: ({ now }) => verdicts(now) },
  reasons: { about: 'why it did not pass now, one reason per line', value: ({ now }) => now?.reasons.join('\n') },
  output_before: { about: 'the reply before, from the first repeat; empty for a baseline', value: ({ before }) => before?.output },
  output: { about: 'the reply now', value: ({ now }) => now?.output },
} as const satisfies Readonly<Record<string, Column>>;

const TABLE: Readonly<Record<string, Column>> = COLUMNS;

/** The columns of a comparison, in their order. */
export const COMPARISON_COLUMNS: readonly string[] = Object.keys(TABLE);

export function comparisonCells(shown: ShownCase): readonly CellValue[] {
  return Object.values(TABLE).map((column) => column.value(shown));
}

/** Every column with what it holds, in one text for the docs. */
export function describeComparisonColumns(): string {
  return Object.entries(TABLE)
    .map(([name, { about }]) => `\`${name}\` (${about})`)
    .join(', ');
}

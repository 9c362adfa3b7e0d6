import type { TableHead } from '@assay/loaders';
import { labelKey } from '@assay/evaluators';
import type { JsonObject, JsonValue } from '@assay/schema';
import { mark } from './template-mark.js';

/** How the rows of a table can be scored, as far as their right answers tell. */
export type Scoring =
  /** One of few labels each. */
  | { readonly by: 'label'; readonly labels: readonly string[] }
  /** A text that is short enough to be looked for in a reply. */
  | { readonly by: 'text' }
  /** A text that a judge has to compare. */
  | { readonly by: 'reference' }
  /** Assertions in columns of their own. */
  | { readonly by: 'columns' }
  /** There is nothing to compare with. */
  | { readonly by: 'nothing' };

/** What the columns of a table are taken for. */
export interface TableGuess {
  /** The column that says what is asked. */
  readonly input: string;
  readonly expected: string | undefined;
  readonly scoring: Scoring;
  /** Rows that have no right answer though others have. */
  readonly unanswered: number;
  /** What a sidecar has to say about columns: those that are called otherwise, and those that are not what they are called. */
  readonly columns: Readonly<Record<string, string | null>>;
}

/** Names that people give to the column that is asked, the likelier first. */
const INPUTS = ['input', 'question', 'prompt', 'query', 'instruction', 'user_input', 'message', 'request', 'problem', 'task', 'text', 'sentence', 'review', 'comment', 'content', 'document', 'body'];
/** … and to that of the right answer. */
const EXPECTED = ['expected', 'expected_output', 'expected_answer', 'answer', 'correct_answer', 'right_answer', 'reference', 'reference_answer', 'ground_truth', 'gold', 'ideal', 'solution', 'label', 'labels', 'class', 'category', 'intent', 'sentiment', 'target', 'output', 'response', 'completion'];
const IDS = ['id', 'case_id', 'row_id', 'question_id', 'uid', 'uuid'];
/** Columns that are something else by their names. */
const OTHERS: ReadonlySet<string> = new Set(['tags', 'weight', 'expected_outcome']);

/** Most labels that a table is taken to have, and the longest. */
const MOST_LABELS = 50;
const LONGEST_LABEL = 40;
/** Rows for each label, at least: else they are answers that happen to come twice. */
const ROWS_PER_LABEL = 3;
/** Longest answer that is looked for in a reply. */
const LONGEST_TEXT = 60;

function bare(name: string): string {
  return name.trim().toLowerCase().replaceAll(/[\s-]+/gu, '_');
}

function textOf(cell: JsonValue | undefined): string {
  return cell === undefined || cell === null ? '' : typeof cell === 'string' ? cell.trim() : JSON.stringify(cell);
}

/** The first of these names that a column has, in any case and with blanks or dashes. */
function named(columns: readonly string[], names: readonly string[]): string | undefined {
  for (const name of names) {
    const column = columns.find((one) => bare(one) === name);
    if (column !== undefined) return column;
  }
  return undefined;
}

function values(rows: readonly JsonObject[], column: string): readonly string[] {
  return rows.map((row) => textOf(row[column])).filter((text) => text !== '');
}

/** The column with the longest texts. */
function longest(columns: readonly string[], rows: readonly JsonObject[]): string | undefined {
  const lengths = columns.map((column) => ({ column, length: values(rows, column).reduce((sum, text) => sum + text.length, 0) }));
  return lengths.toSorted((a, b) => b.length - a.length)[0]?.column;
}

/** Each label once, as it is spelled most often: what differs in case alone is the same one. Undefined where a text is no label. */
function labelsOf(answers: readonly string[]): readonly string[] | undefined {
  const spellings = new Map<string, Map<string, number>>();
  for (const answer of answers) {
    const key = labelKey(answer);
    if (key === '') return undefined;
    const counts = spellings.get(key) ?? new Map<string, number>();
    spellings.set(key, counts.set(answer, (counts.get(answer) ?? 0) + 1));
  }
  return [...spellings.values()].map((counts) => [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]);
}

function scoringOf({ columns, rows, whole }: TableHead, expected: string | undefined): Scoring {
  if (columns.some((name) => /^__expected\d*$/u.test(name))) return { by: 'columns' };
  const answers = expected === undefined ? [] : values(rows, expected);
  if (answers.length === 0) return { by: 'nothing' };
  if (rows.some((row) => expected !== undefined && typeof row[expected] === 'object' && row[expected] !== null)) return { by: 'reference' };
  const labels = labelsOf(answers) ?? [];
  const longestAnswer = answers.reduce((most, { length }) => Math.max(most, length), 0);
  const isWord = (text: string): boolean => !/[\n\r]|\{[{%#]/u.test(text);
  const isLabel = answers.every(isWord) && labels.length >= 2 && labels.length <= MOST_LABELS && longestAnswer <= LONGEST_LABEL && answers.length >= labels.length * ROWS_PER_LABEL;
  // Labels that were not seen would be missing from the list.
  if (isLabel) return { by: 'label', labels: whole ? labels.toSorted() : [] };
  return { by: longestAnswer <= LONGEST_TEXT && expected !== undefined && mark(expected) !== undefined ? 'text' : 'reference' };
}

/** The column of ids, null where the one of that name holds none: a value is empty or comes twice. */
function idOf({ rows }: TableHead, columns: readonly string[]): string | null | undefined {
  const ids = columns.filter((column) => IDS.includes(bare(column))).toSorted((a, b) => IDS.indexOf(bare(a)) - IDS.indexOf(bare(b)));
  const isId = (column: string): boolean => {
    const all = values(rows, column);
    return all.length === rows.length && new Set(all).size === all.length;
  };
  return ids.find(isId) ?? (columns.includes('id') ? null : undefined);
}

function isWeight(rows: readonly JsonObject[], column: string): boolean {
  return values(rows, column).every((text) => Number.isFinite(Number(text)) && Number(text) >= 0);
}

/** Guesses what the columns of a table are, by their names and by what stands in them. */
export function guessTable(head: TableHead): TableGuess {
  const plain = head.columns.filter((name) => !name.startsWith('__'));
  const id = idOf(head, plain);
  const free = plain.filter((name) => name !== id && !(id === null && name === 'id') && !OTHERS.has(name));
  const asked = named(free, INPUTS);
  const expected = named(free.filter((name) => name !== asked), EXPECTED);
  const input = asked ?? longest(free.filter((name) => name !== expected), head.rows) ?? free[0] ?? plain[0] ?? '';
  const called = (field: string, column: string | null | undefined): Record<string, string | null> => (column === undefined || column === field ? {} : { [field]: column });
  const scored = scoringOf(head, expected);
  return {
    input,
    expected: scored.by === 'nothing' ? undefined : expected,
    scoring: scored,
    unanswered: scored.by === 'nothing' || scored.by === 'columns' || expected === undefined ? 0 : head.rows.length - values(head.rows, expected).length,
    columns: {
      ...called('id', id),
      ...called('expected', expected),
      ...(plain.includes('weight') && !isWeight(head.rows, 'weight') ? { weight: null } : {}),
    },
  };
}

import { existsSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { readTableHead, type TableHead } from '@assay/loaders';
import { UsageError } from '@assay/schema';
import { displayFolder } from '../../files/display-folder.js';
import { replaceFile } from '../../files/replace-file.js';
import { installedDefinitions } from '../../runner/reading/installed-definitions.js';
import { guessTable, type Scoring, type TableGuess } from './guess-table.js';
import { sidecarText } from './sidecar-text.js';

/** Most rows that are looked at. */
const MOST_ROWS = 20_000;
/** Files whose rows say the names of their columns themselves. */
const LISTS: ReadonlySet<string> = new Set(['.json', '.jsonl', '.parquet']);
/** Most labels that are listed. */
const MOST_LISTED = 10;

/** A sidecar that was written. */
export interface WrittenSidecar {
  /** As it is named in messages. */
  readonly path: string;
  /** What was guessed, a line each. */
  readonly guesses: readonly string[];
  /** Whether a judge is needed. */
  readonly judged: boolean;
}

function scoringGuess(scoring: Scoring, expected: string | undefined): readonly string[] {
  switch (scoring.by) {
    case 'label': {
      const { labels } = scoring;
      const listed = labels.length === 0 ? 'too many rows to list its labels' : `${labels.slice(0, MOST_LISTED).join(', ')}${labels.length > MOST_LISTED ? `, … (${labels.length})` : ''}`;
      return [`"${expected}" is the right label: ${listed}`];
    }
    case 'text':
      return [`"${expected}" is the right answer: a reply passes that has it in it`];
    case 'reference':
      return [`"${expected}" is the right answer: too long to be looked for, or no text, so that a judge compares`];
    case 'columns':
      return ['the columns __expected score their rows'];
    case 'nothing':
      return ['no column is taken for the right answer: a judge reads the reply by itself'];
  }
}

/** Whether what stands above the rows may be names: no question, and no number. */
function hasNames({ columns }: TableHead): boolean {
  return !columns.some((name) => /[?!]$/u.test(name) || Number.isFinite(Number(name)));
}

function guessesOf({ input, expected, scoring, unanswered, columns }: TableGuess, named: boolean): readonly string[] {
  const { id } = columns;
  return [
    `"${input}" is what is asked`,
    ...scoringGuess(scoring, expected),
    ...(unanswered > 0 ? [`"${expected}" is empty in ${unanswered} ${unanswered === 1 ? 'row, which' : 'rows, which'} cannot be scored until it says something`] : []),
    ...(typeof id === 'string' ? [`"${id}" is the id`] : id === null ? ['"id" is no id: it is empty in a row, or comes twice'] : []),
    ...(columns['weight'] === null ? ['"weight" is no weight: it holds something else than numbers from 0'] : []),
    ...(named ? [] : ['the first line is taken for the names of the columns: if it is a row like the others, write names above it']),
  ];
}

/**
 * Writes the sidecar of a table, from what its columns are likely to be.
 * @throws UsageError when there is a sidecar and it is not to be replaced, or it cannot be written.
 * @throws InvalidFileError when the table cannot be read.
 */
export async function writeSidecar(table: string, { cwd, force }: { readonly cwd: string; readonly force: boolean }): Promise<WrittenSidecar> {
  const head = await readTableHead(table, { workingDirectory: cwd, most: MOST_ROWS, loaders: (await installedDefinitions()).loaders });
  if (head.columns.every((name) => name.startsWith('__'))) {
    throw new UsageError(`${table} has no column that could be asked: names that begin with two underscores say something of a row`, { hint: 'add a column with what is asked, e.g. question' });
  }
  const guess = guessTable(head);
  const place = resolve(cwd, table);
  const file = `${place.slice(0, place.length - extname(place).length)}.yaml`;
  const path = displayFolder(cwd, file);
  if (!force && existsSync(file)) throw new UsageError(`${path} is there already`, { hint: 'add --force to write over it' });
  await replaceFile(file, path, sidecarText(guess), { hint: 'make the folder writable, or copy the table into another' });
  return { path, guesses: guessesOf(guess, LISTS.has(extname(place).toLowerCase()) || hasNames(head)), judged: guess.scoring.by === 'reference' || guess.scoring.by === 'nothing' };
}

import { extname } from 'node:path';
import {
  type Definitions,
  type Loader,
  type LocatedCase,
  type Lose,
  type Loss,
  nearestMatch,
  type SourceLocation,
  type SourceNotes,
  type Suite,
  type SuiteWriter,
  UsageError,
  type WrittenFile,
} from '@assay/schema';
import { loseVariables } from './lost-variables.js';
import { noteMovedPaths } from './moved-paths.js';
import { readNotes } from './source-notes.js';

export interface WriteSuiteOptions {
  /** Name of a writer. */
  readonly to: string;
  /** Absolute path of the file or folder that will be written; undefined when the text is only shown. */
  readonly out?: string | undefined;
  /** What is installed: what is a rule or a point function is known from it. */
  readonly definitions?: Definitions | undefined;
  /** The dialects that can be written. */
  readonly loaders: readonly Loader[];
  /** Whether lines of rubrics must hold that do not say so, as the settings of the project have it. Default true. */
  readonly rubricRequired?: boolean | undefined;
  /** Folder that shown paths are relative to. Default: the working directory. */
  readonly workingDirectory?: string | undefined;
}

/** A suite in another format. */
export interface WrittenSuite {
  /** Nothing has been written yet: absolute paths, or bare names without an `out`. */
  readonly files: readonly WrittenFile[];
  /** Everything that the files do not say, in the order of the cases. */
  readonly losses: readonly Loss[];
  /** Comments, which no format but their own can keep. */
  readonly comments: readonly { readonly count: number; readonly location: SourceLocation }[];
}

/** Every format that these loaders can write. */
export function writersOf(loaders: readonly Loader[]): readonly SuiteWriter[] {
  return loaders.flatMap(({ writers = [] }) => writers);
}

function findWriter(name: string, loaders: readonly Loader[]): SuiteWriter {
  const suiteWriters = writersOf(loaders);
  const writer = suiteWriters.find((candidate) => candidate.name === name);
  if (writer) return writer;
  const names = suiteWriters.map((candidate) => candidate.name);
  const near = nearestMatch(name, names);
  throw new UsageError(`there is no format "${name}" to convert to`, { hint: `${near ? `did you mean ${near}? ` : ''}formats: ${names.join(', ')}` });
}

function checkExtension({ name, extensions, folders }: SuiteWriter, out: string | undefined): void {
  if (out === undefined) return;
  const extension = extname(out).toLowerCase();
  if (extensions.includes(extension) || (folders && extension === '')) return;
  throw new UsageError(`${name} cannot be written to a file ${extension === '' ? 'without extension' : `named *${extension}`}`, {
    hint: `name a file with the extension ${extensions.join(' or ')}${folders ? ', or a folder' : ''}`,
  });
}

/** What the file says for people stands in the notes as it is written: a case does not say it a second time. */
function withoutNoted(located: LocatedCase, notes: SourceNotes): LocatedCase {
  const { metadata, ...evalCase } = located.evalCase;
  return metadata === undefined || notes.cases.get(evalCase.id)?.['metadata'] === undefined ? located : { ...located, evalCase };
}

/**
 * Writes a suite in another format. What the format cannot say is in the losses, each with its place;
 * nothing is dropped silently.
 * @throws UsageError for an unknown format, or an `out` that it cannot be written to.
 * @throws InvalidFileError when the source cannot be read to its end.
 */
export async function writeSuite(suite: Suite, options: WriteSuiteOptions): Promise<WrittenSuite> {
  const { to, out, definitions, rubricRequired = true, workingDirectory = process.cwd(), loaders } = options;
  const writer = findWriter(to, loaders);
  checkExtension(writer, out);
  const cases: LocatedCase[] = [];
  for await (const located of suite.cases()) cases.push(located);
  const notes = await readNotes(suite, loaders.find(({ name }) => name === suite.dialect), workingDirectory);
  const order = new Map(cases.map(({ evalCase }, index) => [evalCase.id, index]));
  const losses: Loss[] = notes.unplaced.map(({ field, location }) => ({ field, location, reason: 'it belongs to a case without an id' }));
  const lose: Lose = (from, field, reason) => losses.push({ caseId: from?.evalCase.id, field, reason, location: from?.location });
  const files = await writer.write({ suite, cases: cases.map((located) => withoutNoted(located, notes)), notes, out, definitions, rubricRequired, lose });
  loseVariables(cases, lose);
  noteMovedPaths(suite, cases, out, lose);
  const place = ({ caseId }: Loss): number => (caseId === undefined ? -1 : (order.get(caseId) ?? -1));
  return { files, losses: losses.toSorted((a, b) => place(a) - place(b)), comments: notes.comments };
}

import { formatPatch, structuredPatch, type StructuredPatch } from 'diff';

/** Most lines that are taken off and put on where a file is compared line by line: what differs in more is shown as all old and all new lines. */
const MOST_EDITS = 2_000;
/** Most milliseconds for which a file is compared. */
const LONGEST_COMPARISON_MS = 1_000;
const CONTEXT = 3;
const MOST_OF_LINE = 2_000;

/** One side of a change. */
export interface FileSide {
  /** Undefined when it is no text, too large, or not there any more. */
  readonly text: string | undefined;
  /** As in git: `100644`, `100755`, `120000`. */
  readonly mode: string;
  /** Why there is no text. */
  readonly why?: string | undefined;
  /** Digest of a content that is no text. */
  readonly digest?: string | undefined;
}

/** What was done to a file; one that was added has no `before`, one that was deleted no `after`. */
export interface FileChange {
  /** From the workspace, with slashes. */
  readonly path: string;
  readonly before?: FileSide | undefined;
  readonly after?: FileSide | undefined;
}

/** The lines of one side, each with its sign. */
function marked(text: string, sign: string): { readonly count: number; readonly lines: readonly string[] } {
  if (text === '') return { count: 0, lines: [] };
  const lines = text.split('\n').map((line) => sign + line);
  const ends = text.endsWith('\n');
  if (ends) lines.pop();
  return { count: lines.length, lines: ends ? lines : [...lines, '\\ No newline at end of file'] };
}

function replaced(before: string, after: string): StructuredPatch['hunks'] {
  const [old, made] = [marked(before, '-'), marked(after, '+')];
  return [{ oldStart: 1, oldLines: old.count, newStart: 1, newLines: made.count, lines: [...old.lines, ...made.lines] }];
}

function hunksOf(before: string, after: string): StructuredPatch['hunks'] {
  if (before === '' || after === '') return before === after ? [] : replaced(before, after);
  const found = structuredPatch('', '', before, after, undefined, undefined, { context: CONTEXT, maxEditLength: MOST_EDITS, timeout: LONGEST_COMPARISON_MS });
  return found?.hunks ?? replaced(before, after);
}

/** A line of the patch that is not too long to be shown. */
function shortLine(line: string): string {
  if (line.length <= MOST_OF_LINE) return line;
  return `${line.slice(0, MOST_OF_LINE).replace(/[\uD800-\uDBFF]$/u, '')} … ${line.length - MOST_OF_LINE} more characters`;
}

/** A patch of which no more is shown than there is room for. */
function shortened(patch: string, most: number): string {
  const lines = patch.split('\n').map(shortLine);
  let length = 0;
  const end = lines.findIndex((line) => (length += line.length + 1) > most);
  if (end === -1) return lines.join('\n');
  return [...lines.slice(0, end), `\\ ${lines.length - end} more lines of this file are left out`].join('\n');
}

/**
 * A change as git shows it, without a line break at its end. For a file without a text it says why there is none.
 * @param most characters; a heading is shown in any case.
 */
export function filePatch({ path, before, after }: FileChange, most: number): string {
  const isWhole = (!before || before.text !== undefined) && (!after || after.text !== undefined);
  const changesMode = before && after && before.mode !== after.mode;
  const patch = formatPatch({
    oldHeader: undefined,
    newHeader: undefined,
    isGit: true,
    oldFileName: before ? `a/${path}` : '/dev/null',
    newFileName: after ? `b/${path}` : '/dev/null',
    hunks: isWhole ? hunksOf(before?.text ?? '', after?.text ?? '') : [],
    ...(before ? {} : { isCreate: true }),
    ...(after ? {} : { isDelete: true }),
    ...(before && (!after || changesMode) ? { oldMode: before.mode } : {}),
    ...(after && (!before || changesMode) ? { newMode: after.mode } : {}),
  }).replace(/\n$/u, '');
  if (isWhole) return shortened(patch, most);
  const why = [after?.why, before?.why].find((reason) => reason !== undefined) ?? 'it is no text';
  return `${patch}\n\\ Nothing of it is shown: ${why}`;
}

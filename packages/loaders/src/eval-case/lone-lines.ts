import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LoadOptions, Suite } from '@assay/schema';
import { createLoadSession, type LoadSession } from '../dialect/load-session.js';
import type { LineStart } from '../jsonl/line-reader.js';
import { reallyContains } from '../references/contains.js';
import { caseAtLine } from './case-at-line.js';
import { JsonlCases, type JsonlReading } from './jsonl-cases.js';

/** The session of a file whose cases belong to a suite: scripts and prompts are found from the folder of the suite. */
export function caseFileSession(file: string, session: LoadSession): LoadSession {
  const own = createLoadSession(file, { ...session.options, projectRoot: session.projectRoot, report: session.report }, session.loaders);
  return { ...own, ownRoot: session.ownRoot, directory: session.directory };
}

/** The file that a reference names, when it is one of lines that can be read; undefined for whatever else it may be. */
function linesOf(written: string, session: LoadSession): string | undefined {
  const file = resolve(session.directory, (written.startsWith('file://') ? written.slice('file://'.length) : written).trim());
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() && reallyContains(session.projectRoot, file) ? file : undefined;
}

interface LoneLines {
  /** Absolute path. */
  readonly file: string;
  readonly streamed: Pick<Suite, 'size' | 'cases' | 'caseAt'>;
}

/**
 * The cases of a suite that names one JSONL file and nothing else: they are streamed, as those of a file with a sidecar are.
 * @returns undefined when the reference names no such file.
 */
export function loneLines(written: string, session: LoadSession, reading: Pick<JsonlReading, 'header' | 'templating'> & Pick<LoadOptions, 'onInvalid'>): LoneLines | undefined {
  const file = linesOf(written, session);
  if (file === undefined) return undefined;
  const own = caseFileSession(file, session);
  const casesFrom = (start?: LineStart): JsonlCases => new JsonlCases(own, { ...reading, onInvalid: reading.onInvalid ?? 'throw', start });
  const cases: Suite['cases'] = () => ({ [Symbol.asyncIterator]: () => casesFrom() });
  return { file, streamed: { size: undefined, cases, caseAt: caseAtLine(file, own.shown, casesFrom) } };
}

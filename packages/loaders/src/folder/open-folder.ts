import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Diagnostic, InvalidFileError } from '@assay/schema';
import type { DetectedDialect } from '../dialect/detect-dialect.js';
import { openSource, type SourceFile } from '../dialect/source-file.js';
import { createLoadSession, type LoadSession } from '../dialect/load-session.js';
import { fileProblem, startOf, systemProblem } from '../files/file-problem.js';
import { evalJsonFiles } from './json-in-folder.js';
import { skipReason } from './skip-reason.js';

/** The opened files of a folder that is one suite. */
export interface FolderSources {
  readonly sources: readonly { readonly source: SourceFile; readonly session: LoadSession }[];
  /** About files that cannot be opened or do not belong to the suite. */
  readonly findings: readonly Diagnostic[];
}

/** Files that may be part of a folder's suite, by name. Sub-folders are suites of their own. */
async function filesIn(session: LoadSession): Promise<readonly string[]> {
  let names: readonly string[];
  try {
    const entries = await readdir(session.file, { withFileTypes: true });
    names = entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  } catch (error) {
    throw await systemProblem(error, session.file, session.shown);
  }
  const paths = names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => join(session.file, name));
  const withExtension = (...extensions: string[]) => paths.filter((path) => extensions.includes(extname(path).toLowerCase()));
  const json = new Set(await evalJsonFiles(withExtension('.json')));
  return withExtension('.yaml', '.yml', '.json').filter((path) => extname(path).toLowerCase() !== '.json' || json.has(path));
}

/** A folder without test cases is no suite; what else is in it decides what to do. */
function noSuite(session: LoadSession, others: readonly string[]): InvalidFileError {
  const [first] = others;
  return fileProblem(
    'not-a-file',
    'this folder is no suite: it holds no test cases',
    first === undefined
      ? 'name a file or a folder that does'
      : `name the files in it, such as ${first}; only test cases make a folder a suite`,
    startOf(session.shown),
  );
}

/**
 * Opens the files that make the suite of a folder.
 * @param files Those that are known to make it. Default: all test cases in the folder itself.
 * @throws InvalidFileError when there are none.
 */
export async function openFolder(
  session: LoadSession,
  dialect: DetectedDialect,
  files?: readonly string[],
): Promise<FolderSources> {
  const sources: { source: SourceFile; session: LoadSession }[] = [];
  const findings: Diagnostic[] = [];
  const others: string[] = [];
  for (const file of files ?? (await filesIn(session))) {
    const own = createLoadSession(file, { ...session.options, projectRoot: session.projectRoot, report: session.report });
    try {
      const source = await openSource(own);
      if (source.dialect === dialect) sources.push({ source, session: own });
      else {
        const skipped = skipReason(source.dialect, own.shown);
        if (!skipped) others.push(own.shown);
        findings.push(
          skipped ?? {
            severity: 'info',
            code: 'skipped-file',
            message: `skipped: it is no ${dialect.replace('-', ' ')}, and so no part of the suite of its folder`,
            location: startOf(own.shown),
            hint: 'name the file itself to run it',
          },
        );
      }
    } catch (error) {
      if (!(error instanceof InvalidFileError)) throw error;
      findings.push(...error.diagnostics);
    }
  }
  if (sources.length > 0) return { sources, findings };
  const broken = findings.filter(({ severity }) => severity === 'error');
  throw broken.length > 0 ? new InvalidFileError(findings) : noSuite(session, others);
}

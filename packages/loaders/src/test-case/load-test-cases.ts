import { basename, extname } from 'node:path';
import { type Diagnostic, InvalidFileError, type LoadOptions, type LocatedCase, type SourceLocation, type Suite, type SuiteFolder, type SuiteSource } from '@assay/schema';
import { DEFAULT_TARGET } from '../dialect/default-target.js';
import { sessionOf, type LoadSession } from '../dialect/load-session.js';
import { fileProblem, startOf } from '../files/file-problem.js';
import { projectPath } from '../references/project-path.js';
import { findProjectRoot } from '../references/project-root.js';
import { readTestCases, type TestCaseFile } from './read-test-cases.js';
import { folderSuiteName, isInSuites } from '../folder/suite-name.js';

/** Reports ids that stand twice, in whatever files of the suite. */
function duplicateIds(files: readonly TestCaseFile[]): readonly Diagnostic[] {
  const places = new Map<string, SourceLocation>();
  const findings: Diagnostic[] = [];
  for (const { id, location } of files.flatMap(({ ids }) => ids)) {
    const first = places.get(id);
    if (first === undefined) places.set(id, location);
    else {
      findings.push({
        severity: 'error',
        code: 'duplicate-id',
        message: `two cases have the id "${id}"`,
        location,
        hint: 'give each case of the suite its own id',
        related: { message: 'the first one is here', location: first },
      });
    }
  }
  return findings;
}

async function* each(cases: readonly LocatedCase[]): AsyncGenerator<LocatedCase, undefined> {
  yield* cases;
}

function makeSuite(
  session: LoadSession,
  files: readonly TestCaseFile[],
  other: readonly Diagnostic[],
  names: Pick<Suite, 'name' | 'path' | 'sources'>,
): Suite {
  const findings = [...files.flatMap((file) => file.findings), ...other, ...duplicateIds(files)];
  if (findings.some(({ severity }) => severity === 'error')) throw new InvalidFileError(findings);
  findings.forEach(session.report);
  const cases = files.flatMap((file) => file.cases);
  return {
    ...names,
    dialect: 'test-case',
    file: session.file,
    description: '',
    execution: { target: DEFAULT_TARGET },
    targets: [],
    size: cases.length,
    cases: () => each(cases),
  };
}

/** The names of the suite that a folder is. */
function namesOfFolder(folder: string, { options, workingDirectory }: LoadSession): Pick<Suite, 'name' | 'path'> {
  const projectRoot = options.projectRoot ?? findProjectRoot(folder);
  return {
    name: folderSuiteName(folder, projectRoot),
    path: projectPath(folder, { projectRoot, workingDirectory }, folder),
  };
}

/**
 * The names of the suite of one file. Below a folder of suites it is a part of its folder's, so that
 * its cases have the same keys whether they run alone or with the others.
 */
function namesOfFile(session: LoadSession): Pick<Suite, 'name' | 'path'> {
  const { place, directory, path, ownRoot } = session;
  return isInSuites(directory, ownRoot) ? namesOfFolder(directory, session) : { name: basename(place, extname(place)), path };
}

/**
 * A suite from one file of test cases.
 * @throws InvalidFileError
 */
export async function loadTestCases(source: SuiteSource, options: LoadOptions): Promise<Suite> {
  if (source.format !== 'documents') {
    throw fileProblem('unsupported-format', 'test cases are written in YAML or JSON, not in JSONL', 'put the cases into a list in a .json file', startOf(source.shown));
  }
  const session = sessionOf(source, source.file, options);
  const file = await readTestCases(source, session);
  return makeSuite(session, [file], [], namesOfFile(session));
}

/**
 * A suite from a folder of them.
 * @throws InvalidFileError
 */
export async function loadTestCaseFolder(folder: SuiteFolder, options: LoadOptions): Promise<Suite> {
  const { sources, findings } = folder;
  const session = sessionOf(folder, folder.folder, options);
  const files: TestCaseFile[] = [];
  for (const source of sources) {
    if (source.format === 'documents') files.push(await readTestCases(source, sessionOf(source, source.file, options)));
  }
  return makeSuite(session, files, findings, { ...namesOfFolder(session.file, session), sources: sources.map(({ file }) => file) });
}

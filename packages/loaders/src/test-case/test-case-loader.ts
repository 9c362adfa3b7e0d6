import { basename, extname } from 'node:path';
import { defineLoader, type Diagnostic, InvalidFileError, type LocatedCase, type SourceLocation, type Suite } from '@assay/schema';
import { DEFAULT_TARGET } from '../dialect/default-target.js';
import { sessionOf, type LoadSession } from '../dialect/load-session.js';
import { fileProblem, startOf } from '../files/file-problem.js';
import { projectPath } from '../references/project-path.js';
import { findProjectRoot } from '../references/project-root.js';
import { PEOPLES_KEYS } from '../fields/peoples-keys.js';
import { detectTestCase } from './detect-test-case.js';
import { testCasesWriter } from './write/test-cases-writer.js';
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

/** Test cases: YAML or JSON with one case, a list of cases or a stream of documents; or a folder of such files. */
export const testCaseLoader = defineLoader({
  name: 'test-case',
  extensions: ['.yaml', '.yml', '.json'],
  description: 'Test cases with a rubric of rules: YAML or JSON files with one case or several; a folder of them is one suite.',
  detect: detectTestCase,
  async load(source, options) {
    if (source.format !== 'documents') {
      throw fileProblem('unsupported-format', 'test cases are written in YAML or JSON, not in JSONL', 'put the cases into a list in a .json file', startOf(source.shown));
    }
    const session = sessionOf(source, source.file, options);
    const file = await readTestCases(source, session);
    return makeSuite(session, [file], [], namesOfFile(session));
  },
  async loadFolder(folder, options) {
    const { sources, findings } = folder;
    const session = sessionOf(folder, folder.folder, options);
    const files: TestCaseFile[] = [];
    for (const source of sources) {
      if (source.format === 'documents') files.push(await readTestCases(source, sessionOf(source, source.file, options)));
    }
    return makeSuite(session, files, findings, { ...namesOfFolder(session.file, session), sources: sources.map(({ file }) => file) });
  },
  notes: { suite: [], case: ['description', ...PEOPLES_KEYS, 'metadata'], lists: [] },
  writers: [testCasesWriter],
});

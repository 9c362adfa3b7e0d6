import { basename, extname } from 'node:path';
import { DEFAULT_TARGET, InvalidFileError, type Diagnostic, type LocatedCase, type SourceLocation, type Suite } from '@assay/schema';
import { defineDialectLoader } from '../dialect/dialect-loader.js';
import type { LoadSession } from '../eval-case/load-session.js';
import { fileProblem, startOf } from '../files/file-problem.js';
import { readTestCases, type TestCaseFile } from './read-test-cases.js';
import { folderSuiteName } from './suite-name.js';

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
  names: Pick<Suite, 'name' | 'sources'>,
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

/** Test cases: YAML or JSON with one case, a list of cases or a stream of documents; or a folder of such files. */
export const testCaseLoader = defineDialectLoader({
  name: 'test-case',
  dialect: 'test-case',
  extensions: ['.yaml', '.yml', '.json'],
  description: 'Test cases with a rubric of rules: YAML or JSON files with one case or several; a folder of them is one suite.',
  async loadSource(source, session) {
    if (source.format === 'lines') {
      throw fileProblem('unsupported-format', 'test cases are written in YAML or JSON, not in JSONL', 'put the cases into a list in a .json file', startOf(session.shown));
    }
    const file = await readTestCases(source.parsed, session);
    return makeSuite(session, [file], [], { name: basename(session.file, extname(session.file)) });
  },
  async loadFolder({ sources, findings }, session) {
    const files: TestCaseFile[] = [];
    for (const { source, session: own } of sources) {
      if (source.format === 'documents') files.push(await readTestCases(source.parsed, own));
    }
    return makeSuite(session, files, findings, {
      name: folderSuiteName(session.file, session.projectRoot),
      sources: sources.map(({ session: own }) => own.file),
    });
  },
});

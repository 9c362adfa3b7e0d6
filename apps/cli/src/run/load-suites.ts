import { relative } from 'node:path';
import { InvalidFileError, type ReportDiagnostic, type Suite } from '@assay/schema';

export interface LoadSuitesOptions<TPath> {
  readonly files: readonly TPath[];
  readonly cwd: string;
  readonly loadSuite: (file: TPath) => Promise<Suite>;
  readonly report: ReportDiagnostic;
}

/** Two suites of one name would mix their results: those are told apart by their paths. */
function withDistinctNames(suites: readonly Suite[], cwd: string): Suite[] {
  const count = new Map<string, number>();
  for (const { name } of suites) count.set(name, (count.get(name) ?? 0) + 1);
  return suites.map((suite) => {
    if (count.get(suite.name) === 1) return suite;
    const path = relative(cwd, suite.file).replaceAll('\\', '/').replace(/\.[^./]+$/u, '');
    return { ...suite, name: path, cases: () => suite.cases() };
  });
}

/** Loads every suite, so that the findings of all are reported, not only those of the first bad one. */
export async function loadSuites<TPath>(options: LoadSuitesOptions<TPath>): Promise<readonly Suite[]> {
  const suites: Suite[] = [];
  for (const file of options.files) {
    try {
      suites.push(await options.loadSuite(file));
    } catch (error) {
      if (!(error instanceof InvalidFileError)) throw error;
      for (const diagnostic of error.diagnostics) options.report(diagnostic);
    }
  }
  return withDistinctNames(suites, options.cwd);
}

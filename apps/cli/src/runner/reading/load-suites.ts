import { relative } from 'node:path';
import { InvalidFileError, suiteKey, type ReportDiagnostic, type Suite } from '@assay/schema';

export interface LoadSuitesOptions<TPath> {
  readonly files: readonly TPath[];
  /** Root of the project whose settings are used, absolute. */
  readonly projectRoot: string;
  readonly loadSuite: (file: TPath) => Promise<Suite>;
  readonly report: ReportDiagnostic;
}

const identityOf = ({ name, path }: Suite): string => suiteKey({ suite: name, suitePath: path });

/**
 * Paths start at the root of a suite's own project, so that suites of several projects may share name
 * and path. Those are distinguished by their paths from the project that runs them.
 */
function withDistinctPaths(suites: readonly Suite[], projectRoot: string): readonly Suite[] {
  const count = new Map<string, number>();
  for (const suite of suites) count.set(identityOf(suite), (count.get(identityOf(suite)) ?? 0) + 1);
  return suites.map((suite) => {
    const path = relative(projectRoot, suite.file).replaceAll('\\', '/');
    const isFolderOf = path === suite.path || path.startsWith(`${suite.path}/`);
    return count.get(identityOf(suite)) === 1 || isFolderOf ? suite : { ...suite, path, cases: () => suite.cases() };
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
  return withDistinctPaths(suites, options.projectRoot);
}

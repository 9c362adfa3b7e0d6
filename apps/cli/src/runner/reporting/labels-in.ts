import type { ReporterEnvironment } from '@assay/schema';

/** What people said of replies in a project. Read when a report asks. @param projectRoot absolute @param cwd from which messages name files */
export function labelsIn(projectRoot: string, cwd: string): NonNullable<ReporterEnvironment['labels']> {
  return async (runId) => {
    const { LabelFiles } = await import('../../labels/label-files.js');
    return new LabelFiles(projectRoot, cwd).ofRun(runId);
  };
}

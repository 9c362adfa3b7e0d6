import { InvalidFileError, type ReportDiagnostic, type Suite } from '@assay/schema';
import type { Reading } from '../reading/compose-reading.js';
import type { TrustCheck } from './check-trust.js';

/**
 * Looks at all cases of an untrusted project before anything runs. Streamed files are read to their end
 * for that, once more than usual: what is wrong with them counts, what else they have to say is said
 * when they run.
 */
export async function checkSuites(suites: readonly Suite[], reading: Pick<Reading, 'loadSuite'>, check: TrustCheck, report: ReportDiagnostic): Promise<void> {
  for (const suite of suites) {
    try {
      const looked = suite.size === undefined ? await reading.loadSuite(suite.file, () => {}) : suite;
      for await (const located of looked.cases()) await check.ofCase(looked, located);
    } catch (error) {
      if (!(error instanceof InvalidFileError)) throw error;
      error.diagnostics.forEach(report);
    }
  }
}

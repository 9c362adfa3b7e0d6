import type { ReportDiagnostic } from '@assay/schema';
import { refusal } from '../../trust/refusal.js';
import type { Reading } from '../reading/compose-reading.js';

/** Reports what settings of an untrusted project ask for that would be written: only the user says which files there will be. */
export function refuseReports({ project, trust }: Pick<Reading, 'project' | 'trust'>, report: ReportDiagnostic): void {
  if (!trust.untrusted) return;
  for (const { name, location } of project.reports ?? []) {
    if (trust.isVouchedFor(location)) continue;
    report({ ...refusal(`a project that is not trusted asks for a report: ${name}`, 'ask for it yourself', location), namedOptions: [{ name: 'reports', value: ['NAME=FILE'] }] });
  }
}

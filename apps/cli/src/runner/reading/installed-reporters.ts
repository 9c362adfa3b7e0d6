import { reporterDefinitions } from '@assay/reports';
import type { ReporterDefinition } from '@assay/schema';
import { withExtensions } from './with-extensions.js';

/** Every reporter that can be asked for by name. @param added those of a program; they win over installed ones of the same name. */
export function installedReporters(added?: readonly ReporterDefinition[]): readonly ReporterDefinition[] {
  return withExtensions(reporterDefinitions, added);
}

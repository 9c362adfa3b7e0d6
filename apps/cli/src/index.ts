export { evaluate, type EvaluateOptions, type EvaluateResult } from './evaluate.js';
export { report, type ReportOptions, type ReportResult } from './report.js';
export type { ReportRequest } from './options/option-types.js';
export {
  isAssayError,
  type AssayError,
  type EvaluatorDefinition,
  type PointFunctionDefinition,
  type ProviderDefinition,
  type Reporter,
  type ReporterDefinition,
  type ReporterEnvironment,
  type ResultRow,
  type RuleDefinition,
  type RunSummary,
} from '@assay/schema';
export type { LostReporter } from './runner/reporting/isolate-reporters.js';
export { VERSION } from './version.js';

export { evaluate, type EvaluateOptions, type EvaluateResult } from './evaluate.js';
export type { LostReporter } from './runner/reporting/isolate-reporters.js';
export { VERSION } from './version.js';

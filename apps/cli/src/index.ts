export { evaluate, type EvaluateOptions, type EvaluateResult } from './evaluate.js';
export { VERSION } from './version.js';

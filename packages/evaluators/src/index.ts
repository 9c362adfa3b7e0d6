export { evaluatorDefinitions, findEvaluator } from './evaluator-definitions.js';
export { pointFunctionDefinitions } from './registry/point-functions.js';
export { ruleDefinitions } from './registry/rules.js';
export { resolvePointFunction, type ResolvedPointFunction } from './points/resolve-point-function.js';
export { applyPoint, pointName, preparePoint, type PointResult } from './points/apply-point.js';
export { scoreFromPanel } from './panels/score-from-panel.js';

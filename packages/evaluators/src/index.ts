export { evaluatorDefinitions, findEvaluator } from './registry/definitions.js';
export { pointFunctionDefinitions } from './registry/point-functions.js';
export { ruleDefinitions } from './registry/rules.js';
export { resolvePointFunction, type ResolvedPointFunction } from './point-functions/applying/resolve-point-function.js';
export { applyPoint, pointName, preparePoint, type PointResult } from './point-functions/applying/apply-point.js';
export { scoreFromPanel } from './panels/score-from-panel.js';

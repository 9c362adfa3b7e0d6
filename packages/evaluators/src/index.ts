export { scoringDefinitions, type AddedDefinitions, type ScoringDefinitions } from './registry/definitions.js';
export { applyPoint, preparePoint, type PointResult } from './point-functions/applying/apply-point.js';
export { loadSpawner } from './processes/load-spawner.js';
export { scoreFromPanel } from './panels/score-from-panel.js';
export { createTemplateRenderer } from './text-templates/create-template-renderer.js';
export { DEFAULT_CRITERION } from './evaluators/select-best/select-best.js';
export { labelKey } from './evaluators/label/bare-label.js';
export { judgePair, type PairContext, type PairResult } from './evaluators/select-best/judge-pair.js';

export { scoringDefinitions, type AddedDefinitions, type ScoringDefinitions } from './registry/definitions.js';
export { applyPoint, preparePoint, type PointResult } from './point-functions/applying/apply-point.js';
export { scoreFromPanel } from './panels/score-from-panel.js';
export { createTemplateRenderer } from './text-templates/create-template-renderer.js';

export type { ConformanceCheck } from './conformance-check.js';
export { definitionConformance } from './definition-conformance.js';
export {
  evaluatorConformance,
  type EvaluatorConformanceOptions,
  type EvaluatorSample,
} from './evaluator-conformance.js';
export {
  judgeConformance,
  sampleJudgeRequest,
  type JudgeBehaviour,
  type JudgeSubject,
} from './judge-conformance.js';
export { judgePanelConformance, type MakeJudgePanel } from './judge-panel-conformance.js';
export {
  pointFunctionConformance,
  type PointFunctionConformanceOptions,
  type PointSample,
} from './point-function-conformance.js';
export { ruleConformance } from './rule-conformance.js';
export {
  providerConformance,
  type ProviderBehaviour,
  type ProviderConformanceOptions,
  type ProviderSubject,
} from './provider-conformance.js';
export {
  reporterConformance,
  type ReporterConformanceOptions,
  type ReporterSubject,
} from './reporter-conformance.js';
export { reporterDefinitionConformance } from './reporter-definition-conformance.js';
export { resultStoreConformance, type ResultStoreSubject } from './result-store-conformance.js';
export { deepFreeze } from './deep-freeze.js';
export { externalFolder, type ExternalFolder } from './external-folder.js';
export { oddRows } from './odd-rows.js';
export { recordingContext } from './recording-context.js';
export { sampleCase } from './sample-case.js';
export { sampleManifest } from './sample-manifest.js';
export { sampleResponse } from './sample-response.js';
export { sampleErrorRow, sampleRow } from './sample-row.js';
export { sampleRunStart } from './sample-run-start.js';
export { sampleGroup, sampleSummary } from './sample-summary.js';
export { sampleTarget } from './sample-target.js';
export { scriptedJudge, type JudgeScript, type ScriptedJudge } from './scripted-judge.js';
export { sampleTrial } from './sample-trial.js';

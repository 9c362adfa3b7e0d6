export type { ConformanceCheck } from './support/conformance-check.js';
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
export { budgetAccountConformance, type MakeBudgetAccount } from './budget-account-conformance.js';
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
export { providerBatchConformance, type BatchBehaviour, type BatchSubject } from './provider-batch-conformance.js';
export {
  reporterConformance,
  type ReporterConformanceOptions,
  type ReporterSubject,
} from './reporter-conformance.js';
export { reporterDefinitionConformance } from './reporter-definition-conformance.js';
export { loaderConformance, type LoaderSubject } from './loader-conformance.js';
export { suiteWriterConformance, type LoaderSample, type SuiteWriterSubject } from './suite-writer-conformance.js';
export { childProcessesConformance, type ChildProcessesSubject } from './child-processes-conformance.js';
export { embedderConformance, type EmbedderBehaviour, type EmbedderConformanceOptions, type EmbedderSubject } from './embedder-conformance.js';
export { jobCoordinatorConformance, type JobCoordinatorSubject } from './job-coordinator-conformance.js';
export { replyMemoryConformance, trialReplyMemoryConformance, type MakeReplyMemory, type MakeTrialReplyMemory } from './reply-memory-conformance.js';
export { jobTransportConformance, type JobAnswer, type JobTransportSubject } from './job-transport-conformance.js';
export { templateRendererConformance } from './template-renderer-conformance.js';
export { resultStoreConformance, type ResultStoreSubject } from './result-store-conformance.js';
export {
  trialExecutorConformance,
  type MakeTrialExecutor,
  type TargetBehaviour,
  type TrialExecutorSubject,
} from './trial-executor-conformance.js';
export { startBatchServer, type BatchServer, type BatchServerOptions } from './support/batch-server.js';
export { deepFreeze } from '../json/deep-freeze.js';
export { externalFolder, type ExternalFolder } from './support/external-folder.js';
export { redisPresence, startRedis, type RedisPresence, type RedisServer } from './support/redis-server.js';
export { edgeCaseRows } from './samples/edge-case-rows.js';
export { recordingContext } from './support/recording-context.js';
export { sampleCase } from './samples/sample-case.js';
export { sampleChange, sampleComparison } from './samples/sample-comparison.js';
export { sampleManifest } from './samples/sample-manifest.js';
export { sampleResponse } from './samples/sample-response.js';
export { sampleBatchRequests } from './samples/sample-batch-requests.js';
export { sampleErrorRow, sampleRow } from './samples/sample-row.js';
export { sampleRunStart } from './samples/sample-run-start.js';
export { sampleGroup, sampleSummary } from './samples/sample-summary.js';
export { sampleTarget } from './samples/sample-target.js';
export { scriptedJudge, type JudgeScript, type ScriptedJudge } from './samples/scripted-judge.js';
export { sampleJob } from './samples/sample-job.js';
export { sampleTrial } from './samples/sample-trial.js';

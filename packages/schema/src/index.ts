export { composedText, composedValue } from './texts/composed.js';
export { isJsonObject, type JsonObject, type JsonValue } from './domain/json.js';
export { isPartList, ROLES, type ContentPart, type FilePart, type Message, type MessageContent, type Role } from './domain/message.js';
export { fence, fenceCode } from './texts/fence.js';
export { fileChangesText } from './texts/file-changes-text.js';
export { fileParts, guidelinesBlock, guidelinesText, messageText, referenceAnswer, transcriptText, withFileParts, withoutPaths } from './texts/message-text.js';
export type { ToolCall } from './domain/tool-call.js';
export type { EvaluatorConfig } from './domain/evaluator-config.js';
export { COMMON_EVALUATOR_KEYS, entryRequirements } from './evaluators/evaluator-keys.js';
export { nameEvaluators, type EvaluatorEntry } from './evaluators/evaluator-names.js';
export { DEPENDENCY_POLICIES, type DependencyPolicy } from './dependencies/case-dependencies.js';
export { dependencyProblems, type DependencyProblem } from './dependencies/dependency-problems.js';
export type { CaseExecution, CasePrompt, EvalCase } from './domain/eval-case.js';
export type { Workspace, WorkspaceHook, WorkspaceHooks } from './domain/workspace.js';
export type { TargetDefinition, WrittenTarget } from './domain/target.js';
export type { LocatedCase, Suite, SuiteSetting } from './domain/suite.js';
export { suiteKey, type SuiteIdentity } from './keys/suite-key.js';
export { figureWarnings, knownAmount, knownCount } from './usage/figures.js';
export { addCost, addSpending, addUsage, shareOfUsage, type Spending, type TokenUsage } from './usage/usage.js';
export type { FinishReason, ProviderResponse, RequestAttempts } from './domain/response.js';
export type { RateAllowance, RateLimits } from './domain/rate-limits.js';
export type {
  EvaluationScore,
  EvaluatorResult,
  JudgeVote,
  PointScore,
  RequirementKind,
  Requirements,
  ScoreBounds,
  Verdict,
} from './domain/score.js';
export { MAX_CASE_WEIGHT } from './domain/score.js';
export type { Trial, TrialVariant } from './domain/trial.js';
export type {
  BreakdownBlock,
  BreakdownComponent,
  BreakdownPath,
  BreakdownPoint,
  PathsComponent,
  PointsBreakdown,
  RequiredComponent,
} from './points/breakdown.js';
export { parseRubric } from './points/parse-rubric.js';
export { callLine, exampleCall, meantCall, meantFunction } from './points/meant-call.js';
export { writtenPath } from './points/point-origins.js';
export { createPlainPointReader, type PointReader } from './points/point-reader.js';
export { readCitation, type Citation } from './points/read-citation.js';
export { readPoint } from './points/read-point.js';
export { readRubric } from './points/read-rubric.js';
export { takesText } from './points/point-argument.js';
export type { ComputedPoint, PointBlock, PointPath, PointsRubric, RubricItem, RubricPoint } from './points/point.js';

export { createRedactor, type Redactor } from './redaction/redactor.js';
export { isSecretKey, isSecretVariable } from './redaction/secret-names.js';
export { VARIABLE_REFERENCE } from './redaction/variable-reference.js';
export { urlWithoutSecrets, withoutSecrets } from './redaction/without-secrets.js';

export { formatLocation, type SourceLocation } from './diagnostics/location.js';
export { inWords, type NamedOption, type NamingHint, type SayOption } from './diagnostics/named-option.js';
export { formatDiagnostic, type Diagnostic, type ReportDiagnostic, type Severity } from './diagnostics/diagnostic.js';
export { nearestMatch } from './diagnostics/nearest-match.js';
export { visibleText } from './diagnostics/visible-text.js';
export { moreFinding, RepeatedFindings, withoutRepetition } from './diagnostics/repeated-findings.js';

export { AssayError, type AssayErrorOptions } from './errors/assay-error.js';
export { isAssayError } from './errors/inspecting/is-assay-error.js';
export { ConfigError } from './errors/config-error.js';
export { UsageError } from './errors/usage-error.js';
export { InvalidFileError } from './errors/invalid-file-error.js';
export { mayHaveCost, ProviderError, restateProviderError, spentInVain, type ProviderErrorKind } from './errors/provider-error.js';
export { BudgetSpentError, budgetRefusal } from './errors/budget-spent-error.js';
export { endedBySignal } from './errors/ended-by-signal.js';
export { TemplateError, type TemplateErrorOptions } from './errors/template-error.js';
export { DependencyError } from './errors/dependency-error.js';
export { UnscoredError } from './errors/unscored-error.js';
export { UnstorableRowError } from './errors/unstorable-row-error.js';
export { QueueError } from './errors/queue-error.js';
export { StoreError } from './errors/store-error.js';
export { WorkspaceError } from './errors/workspace-error.js';
export type { ErrorInfo } from './domain/error-info.js';
export { errorText } from './errors/inspecting/error-text.js';
export { isError } from './errors/inspecting/is-error.js';
export { toErrorInfo } from './errors/inspecting/to-error-info.js';

export { DEFAULT_VERDICT_THRESHOLDS, reaches, verdictOf, type VerdictThresholds } from './scoring/verdict.js';
export { joinRequirements } from './scoring/join-requirements.js';
export { foundProblems } from './answers/found-problems.js';
export { isPromiseLike } from './answers/is-promise-like.js';
export { misspeltMethods } from './reporters/misspelt-methods.js';
export { oddField } from './answers/odd-field.js';
export { REPORTER_CALLS } from './reporters/reporter-calls.js';
export { strayField } from './answers/stray-field.js';
export { ruleOn } from './scoring/rule-on.js';
export { cosine } from './scoring/cosine.js';
export { isWaitingRow, NOTHING_TO_COMPARE, WAITS_FOR_OTHERS, waitsForOthers } from './scoring/waits-for-others.js';
export { NOTHING_TO_SCORE } from './scoring/nothing-to-score.js';
export { weightedMean, type WeightedItem } from './scoring/weighted-mean.js';

export { deepFreeze } from './json/deep-freeze.js';
export { frozenCopy } from './json/frozen-copy.js';
export { jsonErrorWords } from './json/json-error-words.js';
export { JsonBoundsError, JsonDepthError, JsonNumberError, MAX_JSON_DEPTH, parseJson } from './json/parse-json.js';
export { unboundedNumberIn } from './json/unbounded-number.js';
export { recordOf } from './json/record-of.js';
export { isTextDeeper } from './json/text-depth.js';
export { weightOf } from './json/weight-of.js';

export { canonicalHash, canonicalJson } from './keys/canonical-hash.js';
export { bracketEnds } from './texts/bracket-ends.js';
export { compileGlob } from './texts/compile-glob.js';
export { holdsText, placesOf } from './texts/find-text.js';
export { normalizedText } from './texts/normalized-text.js';
export { shellPath, shellWord } from './texts/shell-word.js';
export { duplicateKey, type DuplicateKey } from './keys/duplicate-key.js';
export { repeatedKeyProblem } from './keys/repeated-key-problem.js';
export { ID_KEYS, losesDigits, parseRowWithDigits, parseWithIds } from './keys/written-ids.js';

export { parseModelString } from './models/model-string.js';
export type { ModelPrice, PriceTable, Pricing } from './models/price-table.js';

export { normalizeToolCall, toolInput } from './tools/normalize-tool-call.js';
export { parseToolCallLines } from './tools/tool-call-lines.js';

export type { Definition, DefinitionExample } from './contracts/definition.js';
export type { Definitions, SettingDefinition } from './contracts/definitions.js';
export { definitionFinder, definitionNames, findDefinition } from './contracts/find-definition.js';
export { changeRequest } from './contracts/change-request.js';
export type { CacheUse, GenerateRequest, RequestWorkspace, ResponseFormat } from './contracts/generate-request.js';
export {
  defineProvider,
  type Provider,
  type ProviderDefinition,
  type ProviderEnvironment,
  type ResolvedTarget,
  type ProviderReach,
} from './contracts/provider.js';
export type {
  BatchLookup,
  BatchOutcome,
  BatchProgress,
  BatchResult,
  BatchRequests,
  BatchSubmission,
  LostSubmission,
  ProviderBatch,
} from './contracts/provider-batch.js';
export type { ReplyMemory, ReplyShare, TrialReplies, TrialReplyMemory } from './contracts/reply-memory.js';
export type { BudgetAccount, BudgetAmount, Reservation, ReserveOptions } from './contracts/budget-account.js';
export type { ServedBy } from './contracts/served-by.js';
export { defineEmbedder, type Embedder, type Embeddings, type EmbedOptions, type Vector } from './contracts/embedder.js';
export {
  defineJudge,
  type CriterionRequest,
  type LabelRequest,
  type JudgedResponse,
  type PreferenceRequest,
  type Judge,
  type JudgeAnswer,
  type JudgeQuestion,
  type JudgeReply,
  type JudgeRequest,
  type JudgeScale,
  type PromptRequest,
} from './contracts/judge.js';
export type { CascadeSpec, JudgeApproach, JudgeSpec, PanelConsensus, PanelSpec, WrittenConsensus } from './contracts/judge-spec.js';
export { defineJudgePanel, type JudgePanel, type PanelResult } from './contracts/judge-panel.js';
export {
  defineEvaluator,
  type EvaluationInput,
  type ComparedReply,
  type ComparingEvaluator,
  type ComparisonInput,
  type EvaluatorDefinition,
  type ScoringEvaluator,
  type EvaluatedPart,
  type EvaluatorServices,
  type OptionProblem,
  type AskedTimes,
} from './contracts/evaluator.js';
export { findPointFunction, type ResolvedPointFunction } from './contracts/find-point-function.js';
export {
  definePointFunction,
  type PointContext,
  type PointFunctionDefinition,
  type PointOutcome,
} from './contracts/point-function.js';
export { defineRule, type RuleDefinition } from './contracts/rule.js';
export type { FileRule, LoadTrust, SuitePlace } from './contracts/file-rule.js';
export type { DialectConventions } from './domain/dialect-conventions.js';
export {
  defineLoader,
  type AliasPrecedence,
  type FileContent,
  type LoadOptions,
  type Loader,
  type NoteKeys,
  type SourceDocument,
  type SuiteFolder,
  type SuiteSource,
  type GivenPrompt,
} from './contracts/loader.js';
export type { TemplateRenderer, TextTemplate } from './contracts/template-renderer.js';
export { defineSuiteWriter, type Lose, type Loss, type SourceNotes, type SuiteWriter, type WriteRequest, type WrittenFile } from './contracts/suite-writer.js';
export { defineResultStore, type ResultStore, type TrialKeys } from './contracts/result-store.js';
export { defineRunReader, type FollowOptions, type RunReader } from './contracts/run-reader.js';
export { defineTrialExecutor, type ExecuteTrialOptions, type TrialExecutor } from './contracts/trial-executor.js';
export type { ComparedSlice, ComparedSlices, Comparison, ComparisonCase, ComparisonCases, ComparisonPair } from './contracts/comparison.js';
export type { ChangeTerms, ChangeVerdict, MeanChange, MeasureChange, MeasureName, NeededSize } from './contracts/mean-change.js';
export {
  defineReporter,
  type CiServer,
  type HoldUp,
  type ReportedLabel,
  type ReportedRun,
  type Reporter,
  type ReporterDefinition,
  type ReporterEnvironment,
  type ReportOutput,
  type RunStart,
  type RunTrust,
} from './contracts/reporter.js';
export type { ChildProcesses } from './contracts/child-processes.js';
export type { JobCoordinator, RunJobOptions } from './contracts/job-coordinator.js';
export type { JobRefusal, JobTransport, ReceivedJob } from './contracts/job-transport.js';

export { NULL_BYTE } from './programs/null-bytes.js';
export { shellArgv, shellLine } from './programs/shell-argv.js';
export { runProgram, type ProgramEnd } from './programs/run-program.js';
export type { ProgramStart, SpawnProgram, StartFailure } from './programs/program-types.js';

export {
  ROW_SCHEMA_VERSION,
  type ResultRow,
  type RowMetric,
  type RowSavings,
  type RowOutput,
  type RowStatus,
} from './row/result-row.js';
export { decodeManifest, decodeRow, encodeManifest, encodeRow, rowJson } from './row/row-codec.js';
export { encodeCase } from './row/case-codec.js';
export { encodeMessages } from './row/messages/encode-messages.js';
export type { WireEvaluatorResult, WireManifest, WireRow } from './row/row-schema.js';
export { decodeJob, encodeJob } from './jobs/job-codec.js';
export { JOB_SCHEMA_VERSION, MOST_JOB_FILES, type JobDigests, type TrialJob } from './jobs/trial-job.js';
export type { RecheckedCase, RecheckReason, RechecksSummary } from './rechecks/rechecks-summary.js';
export { encodeRechecks } from './row/run-summary-schema.js';
export type { RoundsLook, RoundsStop, RoundsSummary } from './row/rounds-summary.js';
export { MANIFEST_SCHEMA_VERSION, type AddedDefinitions, type MadeWith, type MergedShards, type ResolvedIdentity, type RunIdentity, type RunManifest, type RunShard, type RunStatus, type StoredBytes, type WaitingShard, type WeighedJudge } from './row/run-manifest.js';
export type { CalibrationSummary, ClassificationSummary, LabelMeans, LabelSummary } from './row/classification-summary.js';
export type { BudgetSummary, CascadeSummary, GroupSummary, JudgeSummary, JudgingSummary, MetricSummary, RepeatedPasses, RepeatsSummary, ResumedSummary, RunOutcome, RunSummary, SummaryProblem, VariantMeaning } from './row/run-summary.js';
export type { FigureInterval, ScoreInterval } from './row/score-interval.js';
export { decodeSummary, encodeClassification, encodeSummary, type WireSummary } from './row/run-summary-schema.js';

export {
  BASELINE_VERSION,
  baselineCaseKey,
  baselineScore,
  type Baseline,
  type BaselineCase,
  type BaselineTarget,
} from './baseline/baseline.js';
export { decodeBaseline, formatBaseline } from './baseline/baseline-codec.js';

export type { Label, LabelDraw } from './labels/label.js';
export { decodeLabel, encodeLabel } from './labels/label-codec.js';
export type { CalibratedGroup, Calibration, CorrectedFigure, CorrectionMethod, LabelledFigure, LostReplies, PanelVotes, VerdictLean, VerdictQuality } from './calibration/calibration.js';
export type { AbsentJudge, KeptRanking, PositionBias, RankedGroup, RankedMember, Ranking, UnansweredTrials } from './ranking/ranking.js';
export type { AuditedJudge, JudgeAudit, ProbedFigure } from './calibration/judge-audit.js';
export type { CalibratedJudge, CountedJudge, SeatedJudge, SuiteCalibration, VerdictCounts } from './calibration/calibration-file.js';
export { decodeCalibrations, formatCalibrations } from './calibration/calibration-codec.js';

export { EVAL_CASE_ALIASES } from './aliases/eval-case-aliases.js';
export { BLUEPRINT_ALIASES } from './aliases/blueprint-aliases.js';
export { TOOL_CALL_ALIASES } from './aliases/tool-call-aliases.js';
export { pickKey, pickSpelling, type Spelling } from './aliases/pick-spelling.js';

export { findEvaluator, type FlowValue, type NormalizeContext } from './normalization/context.js';
export type { ValuePath } from './domain/value-path.js';
export { describeKind, describeValue, reportError, reportInfo, reportWarning } from './normalization/findings.js';
export type { GradingKeys } from './normalization/grading-keys.js';
export { checkWithSchema } from './normalization/check-with-schema.js';
export { withoutStrayKeys, type StrayKey } from './normalization/stray-keys.js';
export { readIdentifier, readText } from './normalization/text-field.js';
export { checkKeys, type KeyHints } from './normalization/unknown-keys.js';
export { readCaseWeight, readWeight } from './normalization/weight.js';

export type { PageSpan, PageTable, PageTrust } from './page/trust.js';
export type { BlindedReply, LabellingWord, PageLabelling } from './page/labelling.js';
export { INDEX_FLAGS, MOST_METADATA, type IndexCase, type IndexChunk, type IndexColumns, type IndexNames } from './page/row-index.js';
export type {
  IndexEvent,
  JudgeDispute,
  JudgeFacts,
  PageChange,
  PageComparison,
  PageError,
  PageInfo,
  PageLabel,
  PageRow,
  PageRun,
  PageVerdict,
  ReportData,
  ReportRun,
  SearchEvent,
  SearchField,
  SearchRequest,
} from './page/run-page.js';

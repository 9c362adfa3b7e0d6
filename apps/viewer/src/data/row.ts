import type { WireEvaluatorResult, WireManifest, WireRow, WireSummary } from '@assay/schema';

/** Parts of rows, as they are on disk. */
export type WireMessage = WireRow['input'][number];
export type WireToolCall = NonNullable<WireRow['output']>['tool_calls'][number];
export type WirePoint = NonNullable<WireEvaluatorResult['points']>[number];
export type WireVote = NonNullable<WireEvaluatorResult['judges']>[number];
export type { WireEvaluatorResult, WireManifest, WireRow, WireSummary };

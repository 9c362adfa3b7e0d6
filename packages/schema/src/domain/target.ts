import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { SourceLocation } from '../diagnostics/location.js';
import type { JsonObject } from './json.js';

/** A named, configured provider. Values still hold `${VAR}` references: they are replaced at run time only. */
export interface TargetDefinition {
  readonly name: string;
  /** Name of an installed provider, e.g. `openai`. */
  readonly provider: string;
  readonly model?: string | undefined;
  /** Target whose model judges this one's replies. */
  readonly judgeTarget?: string | undefined;
  /** Most requests of this target under way at once, whatever becomes of them. */
  readonly workers?: number | undefined;
  /** Most requests of this target in any minute. */
  readonly requestsPerMinute?: number | undefined;
  /** Most tokens of this target in any minute, by what its replies say. */
  readonly tokensPerMinute?: number | undefined;
  /** Time for one reply, in seconds. */
  readonly timeoutSeconds?: number | undefined;
  /** Tries after the first failed one. */
  readonly maxRetries?: number | undefined;
  /** Most that one reply may have, in megabytes of 2^20 bytes. */
  readonly maxReplyMb?: number | undefined;
  /** A reply without text and tool calls is an answer like any other, and is scored. Default false. */
  readonly allowEmpty?: boolean | undefined;
  /** Everything else, with keys as written in the file; checked against the provider's options schema. */
  readonly options: JsonObject;
  /** Where the target is defined. */
  readonly location?: SourceLocation | undefined;
}

/**
 * A target as a file has it: perhaps only another name of one, and perhaps not usable. Files are
 * shared, so what is wrong with a target matters only to who selects it.
 */
export interface WrittenTarget extends Omit<TargetDefinition, 'provider'> {
  /** Missing in one that points to another target, or that is not complete. */
  readonly provider?: string | undefined;
  /** The target that is meant: a name, `provider:model` or a file. May hold `${VAR}` references. */
  readonly useTarget?: string | undefined;
  /** What keeps it from being used: errors for who selects it. */
  readonly problems?: readonly Diagnostic[] | undefined;
}

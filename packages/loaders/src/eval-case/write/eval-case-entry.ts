import { isDeepStrictEqual } from 'node:util';
import {
  type Definitions,
  type CaseExecution,
  type EvalCase,
  encodeCase,
  isJsonObject,
  isPartList,
  type JsonObject,
  type JsonValue,
  type LocatedCase,
  type MessageContent,
  ROLES,
} from '@assay/schema';
import { isDefault, ownEvaluators } from '../../writing/evaluator-entries.js';
import { messageEntries, type Refer } from '../../writing/message-entries.js';
import { present } from '../../writing/present.js';
import type { MoveWorkspace } from './moved-workspace.js';
import { askedBy, askedEntry, type SuiteHead } from './suite-head.js';
import { writtenItems } from '../../writing/written-point.js';

function isPlain(message: JsonValue | undefined, role: string): message is { readonly role: string; readonly content: JsonValue } {
  return isJsonObject(message) && message['role'] === role && message['content'] !== undefined && Object.keys(message).length === 2;
}

/** A single user message as its text. */
function writtenInput(messages: readonly JsonValue[]): JsonValue {
  const [only] = messages;
  const short = messages.length === 1 && isPlain(only, 'user') && typeof only.content === 'string' && only.content.trim() !== '';
  return short ? only.content : messages;
}

/** A mapping that would be warned about, because it looks like a message. */
function looksLikeMessage(value: JsonObject): boolean {
  return (ROLES as readonly unknown[]).includes(value['role']) && ('content' in value || 'tool_calls' in value);
}

/** A single assistant message as its text or its structured content. */
function writtenExpected(messages: readonly JsonValue[]): JsonValue | undefined {
  const [only] = messages;
  if (messages.length === 0) return undefined;
  if (messages.length > 1 || !isPlain(only, 'assistant')) return messages;
  const { content } = only;
  if (Array.isArray(content)) return isPartList(content as MessageContent) ? messages : content;
  return typeof content === 'string' || (isJsonObject(content) && !looksLikeMessage(content)) ? content : messages;
}

function writtenEvaluators({ evaluators, expectedOutcome }: EvalCase, { shared }: SuiteHead, definitions: Definitions | undefined): JsonObject {
  const unsaid = expectedOutcome.trim() !== '' && (shared ? isDeepStrictEqual(evaluators, shared) : isDefault(evaluators));
  return unsaid ? {} : ownEvaluators(evaluators, shared !== undefined, definitions);
}

/** Undefined where there are none: an empty list is one that was forgotten to be filled, and warned of. */
function shortItems(items: JsonValue | undefined): readonly JsonValue[] | undefined {
  const written = writtenItems(items);
  return written.length === 0 ? undefined : written;
}

/** The points of a blueprint in short; eval cases may write them in every form. */
function withShortPoints(evalCase: EvalCase): EvalCase {
  return {
    ...evalCase,
    evaluators: evalCase.evaluators.map((config) => {
      if (config.type !== 'points') return config;
      const { should, should_not: shouldNot, ...rest } = config.options;
      const short = present({ should: shortItems(should), should_not: shortItems(shouldNot) });
      return { ...config, options: { ...short, ...rest } };
    }),
  };
}

export interface CaseEntryOptions {
  readonly head: SuiteHead;
  readonly refer: Refer;
  readonly moveWorkspace: MoveWorkspace;
  /** What the source says about the case for people only. */
  readonly notes: JsonObject | undefined;
  /** True if points are in their normal form, which nobody writes. */
  readonly shortPoints: boolean;
  /** What is installed: which options are commands is known from it. */
  readonly definitions: Definitions | undefined;
}

/** Who is asked, where the file does not say it for all, and whether a cache may answer; undefined where there is nothing to say. */
function writtenExecution(execution: CaseExecution, head: SuiteHead): JsonObject | undefined {
  const { target, targets, noCache } = execution;
  const asked = askedBy(execution);
  const unsaid = (target === undefined && targets === undefined) || isDeepStrictEqual(asked, head.asked);
  return unsaid && !noCache ? undefined : present({ ...(unsaid ? {} : askedEntry(asked)), cache: noCache ? false : undefined });
}

/** A case with the keys of an eval-case file, in the order in which people write them. */
export function evalCaseEntry({ evalCase: given }: LocatedCase, { head, refer, moveWorkspace, notes = {}, shortPoints, definitions }: CaseEntryOptions): JsonObject {
  const evalCase = shortPoints ? withShortPoints(given) : given;
  const { id, conversationId, dependsOn, onDependencyFailure, expectedOutcome, execution, workspace, weight, tags, context, plainInput, metadata = {} } = evalCase;
  const { input, expected } = messageEntries(evalCase, refer);
  const { description, ...otherMetadata } = metadata;
  const { metadata: noted, ...otherNotes } = notes;
  return present({
    id,
    conversation_id: conversationId,
    description,
    ...otherNotes,
    expected_outcome: expectedOutcome,
    input: writtenInput(input),
    expected_output: writtenExpected(expected),
    execution: writtenExecution(execution, head),
    workspace: workspace && (encodeCase({ ...evalCase, workspace: moveWorkspace(workspace) })['workspace'] as JsonObject),
    depends_on: dependsOn,
    on_dependency_failure: onDependencyFailure,
    ...writtenEvaluators(evalCase, head, definitions),
    weight: weight === 1 ? undefined : weight,
    tags: tags.length === 0 ? undefined : tags,
    context,
    plain_input: plainInput,
    allow_empty: execution.allowEmpty,
    metadata: noted ?? (Object.keys(otherMetadata).length === 0 ? undefined : otherMetadata),
  });
}

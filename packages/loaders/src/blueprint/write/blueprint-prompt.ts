import { isDeepStrictEqual } from 'node:util';
import {
  type EvalCase,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedCase,
  type Message,
  referenceAnswer,
  type WriteRequest,
} from '@assay/schema';
import { writtenReferences, type WrittenHeader } from './blueprint-header.js';
import type { CasePoints } from './case-points.js';
import { messageEntries, type Refer } from '../../writing/message-entries.js';
import { promptSystems } from './prompt-systems.js';
import { present } from '../../writing/present.js';

const MIN_WEIGHT = 0.1;
const MAX_WEIGHT = 10;

export interface PromptEntryOptions {
  readonly request: WriteRequest;
  readonly header: WrittenHeader;
  readonly points: CasePoints;
  readonly refer: Refer;
}

function isBlank({ content, toolCalls }: Message): boolean {
  const empty = (typeof content === 'string' && content.trim() === '') || (Array.isArray(content) && content.length === 0);
  return empty && toolCalls === undefined;
}

/** `user: text` for a message that says nothing else. */
function shortMessage(message: JsonValue): JsonValue {
  if (!isJsonObject(message) || Object.keys(message).length !== 2) return message;
  const { role, content } = message;
  return typeof role === 'string' && (typeof content === 'string' || content === null) ? { [role]: content } : message;
}

function conversation(messages: readonly JsonValue[]): JsonObject {
  const [only] = messages;
  const text = messages.length === 1 && isJsonObject(only) && only['role'] === 'user' && Object.keys(only).length === 2 ? only['content'] : undefined;
  return typeof text === 'string' ? { prompt: text } : { messages: messages.map(shortMessage) };
}

/** The one answer that a blueprint can name as right. */
function ideal(located: LocatedCase, { lose }: WriteRequest): string | undefined {
  const { expectedMessages } = located.evalCase;
  const [only] = expectedMessages;
  if (!only) return undefined;
  const answer = referenceAnswer(expectedMessages);
  const plain = expectedMessages.length === 1 && only.role === 'assistant' && Object.keys(only).length === 2 && only.content === answer;
  const blank = answer.trim() === '';
  if (blank) lose(located, 'expected_output', 'a blueprint has one ideal answer, a text; there is none');
  else if (!plain) lose(located, 'expected_output', 'a blueprint has one ideal answer, a text; only the last answer is kept, as ideal');
  return blank ? undefined : answer;
}

/** What a prompt says about itself: an outcome that no judge is asked about is kept for people. */
function description(located: LocatedCase, { request, points }: PromptEntryOptions): JsonValue | undefined {
  const { expectedOutcome, metadata } = located.evalCase;
  const own = metadata?.['description'] ?? request.notes.cases.get(located.evalCase.id)?.['description'];
  if (expectedOutcome.trim() === '' || points.asksOutcome) return own;
  request.lose(located, 'expected_outcome', `prompts have points only; it is ${own === undefined ? 'kept as description, which' : 'left out, as the description has its place; that'} judges do not see`);
  return own ?? expectedOutcome;
}

function loseFields(located: LocatedCase, { request, header, points }: PromptEntryOptions): void {
  const { suite, notes, lose } = request;
  const { conversationId, dependsOn, workspace, plainInput, context, execution, metadata } = located.evalCase;
  if (conversationId !== undefined) lose(located, 'conversation_id', 'prompts have none');
  if (dependsOn) lose(located, 'depends_on', 'prompts depend on nothing');
  if (workspace) lose(located, 'workspace', 'models of blueprints work in no folder');
  if (plainInput !== undefined) lose(located, 'plain_input', 'prompts have none; classifiers get the last user message');
  if (context !== undefined && context !== null && !isDeepStrictEqual(context, header.context)) {
    lose(located, 'context', 'a blueprint has one context for all prompts, and these differ');
  }
  if (execution.target !== undefined && execution.target !== suite.execution.target) {
    lose(located, 'execution.target', 'a blueprint asks all its models about every prompt');
  } else if (execution.targets !== undefined && !isDeepStrictEqual(execution.targets, suite.execution.targets)) {
    lose(located, 'execution.targets', 'a blueprint asks all its models about every prompt');
  }
  if (Object.keys(points.judging).length > 0 && header.judging === undefined) {
    lose(located, 'evaluators.points', 'its judges and scale: a blueprint says them for all prompts, and these differ');
  }
  for (const key of Object.keys({ ...metadata, ...notes.cases.get(located.evalCase.id) })) {
    if (!['description', 'references', 'render_as', 'note', 'notes'].includes(key)) lose(located, key, 'prompts have no place for it');
  }
}

function weightOf(located: LocatedCase, { lose }: WriteRequest): number | undefined {
  const { weight } = located.evalCase;
  if (weight === 1) return undefined;
  if (weight >= MIN_WEIGHT && weight <= MAX_WEIGHT) return weight;
  lose(located, 'weight', `${weight} is not from ${MIN_WEIGHT} to ${MAX_WEIGHT}; it is left out`);
  return undefined;
}

function ownTags({ tags }: EvalCase, header: WrittenHeader): readonly string[] | undefined {
  const own = tags.slice(header.tags.length);
  return own.length === 0 ? undefined : own;
}

/** A case as a prompt of a blueprint; undefined when a blueprint cannot ask it. */
export function blueprintPrompt(located: LocatedCase, options: PromptEntryOptions): JsonObject | undefined {
  const { request, header, points, refer } = options;
  const { evalCase } = located;
  if (evalCase.inputMessages.some(isBlank)) {
    request.lose(located, 'case', 'a message is empty, which a blueprint does not allow');
    return undefined;
  }
  const { system, taken } = promptSystems(evalCase);
  const { input } = messageEntries(evalCase, refer);
  const { execution, metadata } = evalCase;
  const notes = request.notes.cases.get(evalCase.id);
  loseFields(located, options);
  return present({
    id: evalCase.id,
    description: description(located, options),
    note: notes?.['note'],
    notes: notes?.['notes'],
    references: writtenReferences(metadata?.['references']),
    system: header.system === undefined ? system : undefined,
    ...conversation(input.slice(taken)),
    ideal: ideal(located, request),
    should: points.should.length === 0 ? undefined : points.should,
    should_not: points.shouldNot.length === 0 ? undefined : points.shouldNot,
    weight: weightOf(located, request),
    tags: ownTags(evalCase, header),
    temperature: execution.temperature === header.temperature ? undefined : execution.temperature,
    noCache: execution.noCache === header.noCache ? undefined : execution.noCache,
    allow_empty: execution.allowEmpty,
    render_as: isDeepStrictEqual(metadata?.['render_as'], header.renderAs) ? undefined : metadata?.['render_as'],
  });
}

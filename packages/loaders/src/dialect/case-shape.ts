import { isBoxedPrimitive } from 'node:util/types';
import { DEPENDENCY_POLICIES, isJsonObject, isPartList, isPromiseLike, MAX_CASE_WEIGHT, type MessageContent } from '@assay/schema';
import * as v from 'valibot';

const text = (name: string) => v.string(`${name} must be a text`);
const filled = (name: string) => v.pipe(text(name), v.minLength(1, `${name} must not be empty`));
const weight = (name: string) => v.pipe(v.number(`${name} must be a number`), v.finite(`${name} must be a finite number`), v.minValue(0, `${name} must be at least 0`));
const share = (name: string) => v.pipe(v.number(`${name} must be a number`), v.minValue(0, `${name} must be from 0 to 1`), v.maxValue(1, `${name} must be from 0 to 1`));
const texts = (name: string) => v.array(text(`each of ${name}`), `${name} must be a list`);
const flag = (name: string) => v.boolean(`${name} must be true or false`);

/** JSON has another form of it, or none: what it holds would not be in the rows. */
function isJsonOtherwise(value: object): boolean {
  return value instanceof Map || value instanceof Set || ArrayBuffer.isView(value) || isBoxedPrimitive(value) || isPromiseLike(value) || typeof (value as { readonly toJSON?: unknown }).toJSON === 'function';
}

const mapping = (name: string) =>
  v.pipe(
    v.custom<object>(isJsonObject, `${name} must be an object`),
    v.check((value) => !isJsonOtherwise(value), `${name} must be an object as JSON has it, and no Map, date or promise`),
  );

/** What is asked and expected: of anything else the target would be asked something, and its reply scored. */
const isText = (value: unknown): boolean => typeof value === 'string';
const isNested = (value: unknown): boolean => typeof value === 'object' && (value === null || !isJsonOtherwise(value));

const anyContent = v.custom<MessageContent | null>((value) => isText(value) || isNested(value), 'the content of a message must be a text, a list, an object as JSON has it, or null');

const data = (name: string) => v.custom<unknown>((value) => isText(value) || Number.isFinite(value) || typeof value === 'boolean' || isNested(value), `${name} must be a value as JSON has it`);

/** What a part of a message says besides its value. Lists of anything else are data. */
const Part = v.looseObject({
  path: v.optional(text('the path of a file')),
  text: v.optional(text('the text of a file')),
  mediaType: v.optional(text('the mediaType of a file')),
  digest: v.optional(text('the digest of a file')),
  guideline: v.optional(flag('guideline')),
});
const content = v.lazy((value) => (isPartList(value as MessageContent) ? v.array(Part) : anyContent));

const duration = 'the durationMs of a tool call must be a number from 0';

const ToolCall = v.looseObject(
  {
    tool: filled('the tool of a tool call'),
    input: v.optional(data('the input of a tool call')),
    output: v.optional(data('the output of a tool call')),
    id: v.optional(text('the id of a tool call')),
    durationMs: v.optional(v.pipe(v.number(duration), v.finite(duration), v.minValue(0, duration))),
  },
  'each of toolCalls must be an object with a tool',
);

const Message = v.looseObject(
  {
    role: v.picklist(['system', 'user', 'assistant', 'tool'], 'the role of a message must be system, user, assistant or tool'),
    content: v.optional(content),
    toolCalls: v.optional(v.array(ToolCall, 'the toolCalls of a message must be a list')),
    name: v.optional(text('the name of a message')),
    toolCallId: v.optional(text('the toolCallId of a message')),
    generated: v.optional(flag('generated')),
  },
  'each message must be an object with a role',
);
const messages = (name: string) => v.array(Message, `${name} must be a list of messages`);

/** As the loaders of this package take them. */
const temperature = (name: string) => v.pipe(v.number(`${name} must be a number`), v.minValue(0, `${name} must be from 0 to 2`), v.maxValue(2, `${name} must be from 0 to 2`));

const openTurn = 'each of execution.openTurns must be a whole number from 0';

const Execution = v.looseObject(
  {
    target: v.optional(text('execution.target')),
    targets: v.optional(texts('execution.targets')),
    temperature: v.optional(temperature('execution.temperature')),
    temperatures: v.optional(v.array(temperature('each of execution.temperatures'), 'execution.temperatures must be a list')),
    systems: v.optional(v.array(v.nullable(text('each of execution.systems')), 'execution.systems must be a list of texts, with null for none')),
    noCache: v.optional(flag('execution.noCache')),
    allowEmpty: v.optional(flag('execution.allowEmpty')),
    openTurns: v.optional(v.array(v.pipe(v.number(openTurn), v.integer(openTurn), v.minValue(0, openTurn)), 'execution.openTurns must be a list')),
  },
  'execution must be an object, which may be empty',
);

const hookCommand = 'the command of a hook must be a text, or a list of texts, and not be empty';
const hookTime = 'the timeoutMs of a hook must be a number above 0';

const Hook = v.looseObject(
  {
    command: v.custom<string | readonly string[]>((value) => (typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'))) && value.length > 0 && value[0] !== '', hookCommand),
    timeoutMs: v.optional(v.pipe(v.number(hookTime), v.finite(hookTime), v.gtValue(0, hookTime))),
    cwd: v.optional(text('the cwd of a hook')),
  },
  'each of workspace.hooks must be an object with a command',
);

const Workspace = v.looseObject(
  {
    template: v.optional(filled('workspace.template')),
    hooks: v.optional(v.looseObject({ beforeAll: v.optional(Hook), beforeEach: v.optional(Hook), afterEach: v.optional(Hook), afterAll: v.optional(Hook) }, 'workspace.hooks must be an object')),
  },
  'workspace must be an object, which may be empty',
);

const Evaluator = v.looseObject(
  {
    name: filled('the name of an evaluator'),
    type: filled('the type of an evaluator'),
    weight: weight('the weight of an evaluator'),
    required: v.optional(flag('required')),
    minScore: v.optional(share('minScore')),
    options: mapping('the options of an evaluator'),
  },
  'each of evaluators must be an object',
);

const Prompt = v.looseObject({ name: filled('the name of a prompt'), inputMessages: messages('the inputMessages of a prompt') }, 'each of prompts must be an object');

/** By their names trials are told apart: of two that have the same, the reply to one would be lost. */
const Prompts = v.pipe(
  v.array(Prompt, 'prompts must be a list'),
  v.check((prompts) => new Set(prompts.map(({ name }) => name)).size === prompts.length, 'each of prompts must have its own name'),
);

/** What the type of a case says, for loaders that no compiler has looked at. */
export const CaseShape = v.looseObject(
  {
    id: filled('id'),
    conversationId: v.optional(text('conversationId')),
    expectedOutcome: text('expectedOutcome'),
    inputMessages: messages('inputMessages'),
    prompts: v.optional(Prompts),
    vars: v.optional(mapping('vars')),
    expectedMessages: messages('expectedMessages'),
    evaluators: v.pipe(v.array(Evaluator, 'evaluators must be a list'), v.minLength(1, 'evaluators must not be empty')),
    execution: Execution,
    dependsOn: v.optional(texts('dependsOn')),
    onDependencyFailure: v.optional(v.picklist(DEPENDENCY_POLICIES, `onDependencyFailure must be ${DEPENDENCY_POLICIES.join(', ')}`)),
    workspace: v.optional(Workspace),
    weight: v.pipe(weight('weight'), v.maxValue(MAX_CASE_WEIGHT, `weight must be at most ${MAX_CASE_WEIGHT}`)),
    tags: texts('tags'),
    context: v.optional(data('context')),
    plainInput: v.optional(text('plainInput')),
    metadata: v.optional(mapping('metadata')),
  },
  'it must be an object',
);

const line = (name: string) => v.pipe(v.number(`${name} must be a number`), v.integer(`${name} must be a whole number`), v.minValue(1, `${name} must be at least 1`));

/** Where a case stands. */
export const PlaceShape = v.looseObject({ file: filled('location.file'), line: line('location.line'), column: line('location.column') }, 'location must be an object with file, line and column');

/** Where parts of a case stand. */
export const PartPlacesShape = v.looseObject({
  targetLocation: v.optional(v.looseObject(PlaceShape.entries, 'targetLocation must be an object with file, line and column')),
  evaluatorLocation: v.optional(v.function('evaluatorLocation must be a function')),
});

const Setting = v.looseObject({ key: filled('the key of a setting'), value: data('the value of a setting'), location: PlaceShape }, 'each of settings must be an object with key, value and location');

const above0 = (name: string) => v.pipe(v.number(`${name} must be a number`), v.finite(`${name} must be a finite number`), v.gtValue(0, `${name} must be above 0`));
const whole = (name: string, least: number) => v.pipe(v.number(`${name} must be a number`), v.integer(`${name} must be a whole number`), v.minValue(least, `${name} must be at least ${least}`));

const Target = v.looseObject(
  {
    name: filled('the name of a target'),
    provider: v.optional(filled('the provider of a target')),
    useTarget: v.optional(filled('the useTarget of a target')),
    model: v.optional(text('the model of a target')),
    judgeTarget: v.optional(text('the judgeTarget of a target')),
    workers: v.optional(whole('the workers of a target', 1)),
    requestsPerMinute: v.optional(above0('the requestsPerMinute of a target')),
    tokensPerMinute: v.optional(above0('the tokensPerMinute of a target')),
    timeoutSeconds: v.optional(above0('the timeoutSeconds of a target')),
    maxRetries: v.optional(whole('the maxRetries of a target', 0)),
    maxReplyMb: v.optional(above0('the maxReplyMb of a target')),
    allowEmpty: v.optional(flag('the allowEmpty of a target')),
    options: mapping('the options of a target'),
    location: v.optional(PlaceShape),
  },
  'each of targets must be an object with a name',
);

/** What the type of a suite says of it, besides its cases. */
export const SuiteShape = v.looseObject(
  {
    name: filled('name'),
    path: filled('path'),
    dialect: filled('dialect'),
    file: filled('file'),
    sources: v.optional(v.array(filled('each of sources'), 'sources must be a list of paths')),
    conventions: v.optional(mapping('conventions')),
    description: text('description'),
    metadata: v.optional(mapping('metadata')),
    execution: Execution,
    targetLocations: v.optional(v.array(PlaceShape, 'targetLocations must be a list')),
    settings: v.optional(v.array(Setting, 'settings must be a list')),
    targets: v.array(Target, 'targets must be a list'),
    size: v.optional(v.pipe(v.number('size must be a number'), v.integer('size must be a whole number, or undefined'), v.minValue(0, 'size must be at least 0'))),
    cases: v.function('cases must be a function'),
  },
  'it must be an object',
);

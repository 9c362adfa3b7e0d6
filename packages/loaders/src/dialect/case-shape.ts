import { DEPENDENCY_POLICIES, isJsonObject, isPromiseLike } from '@assay/schema';
import * as v from 'valibot';

const text = (name: string) => v.string(`${name} must be a text`);
const filled = (name: string) => v.pipe(text(name), v.minLength(1, `${name} must not be empty`));
const weight = (name: string) => v.pipe(v.number(`${name} must be a number`), v.finite(`${name} must be a finite number`), v.minValue(0, `${name} must be at least 0`));
const share = (name: string) => v.pipe(v.number(`${name} must be a number`), v.minValue(0, `${name} must be from 0 to 1`), v.maxValue(1, `${name} must be from 0 to 1`));
const texts = (name: string) => v.array(text(`each of ${name}`), `${name} must be a list`);
const flag = (name: string) => v.boolean(`${name} must be true or false`);

/** JSON has another form of it, or none: what it holds would not be in the rows. */
function isJsonOtherwise(value: object): boolean {
  return value instanceof Map || value instanceof Set || isPromiseLike(value) || typeof (value as { readonly toJSON?: unknown }).toJSON === 'function';
}

const mapping = (name: string) =>
  v.pipe(
    v.custom<object>(isJsonObject, `${name} must be an object`),
    v.check((value) => !isJsonOtherwise(value), `${name} must be an object as JSON has it, and no Map, date or promise`),
  );

/** What is asked and expected: of anything else the target would be asked something, and its reply scored. */
const content = v.custom<string | object | null>((value) => typeof value === 'string' || (typeof value === 'object' && (value === null || !isJsonOtherwise(value))), 'the content of a message must be a text, a list, an object as JSON has it, or null');

const ToolCall = v.looseObject({ tool: filled('the tool of a tool call') }, 'each of toolCalls must be an object with a tool');

const Message = v.looseObject(
  {
    role: v.picklist(['system', 'user', 'assistant', 'tool'], 'the role of a message must be system, user, assistant or tool'),
    content: v.optional(content),
    toolCalls: v.optional(v.array(ToolCall, 'the toolCalls of a message must be a list')),
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

const Workspace = v.looseObject({ template: v.optional(filled('workspace.template')), hooks: v.optional(mapping('workspace.hooks')) }, 'workspace must be an object, which may be empty');

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

/** What the type of a case says, for loaders that no compiler has looked at. */
export const CaseShape = v.looseObject(
  {
    id: filled('id'),
    conversationId: v.optional(text('conversationId')),
    expectedOutcome: text('expectedOutcome'),
    inputMessages: messages('inputMessages'),
    prompts: v.optional(v.array(v.looseObject({ name: filled('the name of a prompt'), inputMessages: messages('the inputMessages of a prompt') }, 'each of prompts must be an object'), 'prompts must be a list')),
    vars: v.optional(mapping('vars')),
    expectedMessages: messages('expectedMessages'),
    evaluators: v.pipe(v.array(Evaluator, 'evaluators must be a list'), v.minLength(1, 'evaluators must not be empty')),
    execution: Execution,
    dependsOn: v.optional(texts('dependsOn')),
    onDependencyFailure: v.optional(v.picklist(DEPENDENCY_POLICIES, `onDependencyFailure must be ${DEPENDENCY_POLICIES.join(', ')}`)),
    workspace: v.optional(Workspace),
    weight: weight('weight'),
    tags: texts('tags'),
    plainInput: v.optional(text('plainInput')),
    metadata: v.optional(mapping('metadata')),
  },
  'it must be an object',
);

const line = (name: string) => v.pipe(v.number(`${name} must be a number`), v.integer(`${name} must be a whole number`), v.minValue(1, `${name} must be at least 1`));

/** Where a case stands. */
export const PlaceShape = v.looseObject({ file: filled('location.file'), line: line('location.line'), column: line('location.column') }, 'location must be an object with file, line and column');

const Setting = v.looseObject({ key: filled('the key of a setting'), value: v.unknown(), location: PlaceShape }, 'each of settings must be an object with key, value and location');

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
    targets: v.array(v.looseObject({ name: filled('the name of a target') }, 'each of targets must be an object with a name'), 'targets must be a list'),
    size: v.optional(v.pipe(v.number('size must be a number'), v.integer('size must be a whole number, or undefined'), v.minValue(0, 'size must be at least 0'))),
    cases: v.function('cases must be a function'),
  },
  'it must be an object',
);

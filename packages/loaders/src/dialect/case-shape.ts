import { isJsonObject } from '@assay/schema';
import * as v from 'valibot';

const text = (name: string) => v.string(`${name} must be a text`);
const filled = (name: string) => v.pipe(text(name), v.minLength(1, `${name} must not be empty`));
const weight = (name: string) => v.pipe(v.number(`${name} must be a number`), v.finite(`${name} must be a finite number`), v.minValue(0, `${name} must be at least 0`));
const share = (name: string) => v.pipe(v.number(`${name} must be a number`), v.minValue(0, `${name} must be from 0 to 1`), v.maxValue(1, `${name} must be from 0 to 1`));
const texts = (name: string) => v.array(text(`each of ${name}`), `${name} must be a list`);
const mapping = (name: string) => v.custom<object>(isJsonObject, `${name} must be an object`);

const Message = v.looseObject({ role: v.picklist(['system', 'user', 'assistant', 'tool'], 'the role of a message must be system, user, assistant or tool') }, 'each message must be an object with a role');
const messages = (name: string) => v.array(Message, `${name} must be a list of messages`);

const Execution = v.looseObject(
  { target: v.optional(text('execution.target')), targets: v.optional(texts('execution.targets')), temperatures: v.optional(v.array(v.number('each of execution.temperatures must be a number'), 'execution.temperatures must be a list')) },
  'execution must be an object, which may be empty',
);

const Evaluator = v.looseObject(
  { name: filled('the name of an evaluator'), type: filled('the type of an evaluator'), weight: weight('the weight of an evaluator'), minScore: v.optional(share('minScore')), options: mapping('the options of an evaluator') },
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
    weight: weight('weight'),
    tags: texts('tags'),
    metadata: v.optional(mapping('metadata')),
  },
  'it must be an object',
);

const line = (name: string) => v.pipe(v.number(`${name} must be a number`), v.integer(`${name} must be a whole number`), v.minValue(1, `${name} must be at least 1`));

/** Where a case stands. */
export const PlaceShape = v.looseObject({ file: filled('location.file'), line: line('location.line'), column: line('location.column') }, 'location must be an object with file, line and column');

/** What the type of a suite says of it, besides its cases. */
export const SuiteShape = v.looseObject(
  {
    name: filled('name'),
    path: filled('path'),
    dialect: filled('dialect'),
    file: filled('file'),
    description: text('description'),
    metadata: v.optional(mapping('metadata')),
    execution: Execution,
    targets: v.array(mapping('each of targets'), 'targets must be a list'),
    size: v.optional(v.pipe(v.number('size must be a number'), v.integer('size must be a whole number, or undefined'))),
    cases: v.function('cases must be a function'),
  },
  'it must be an object',
);

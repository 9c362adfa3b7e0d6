import {
  definePointFunction,
  isJsonObject,
  UnscoredError,
  type JsonObject,
  type JsonValue,
  type PointContext,
  type PointOutcome,
} from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../options/entry-object.js';
import { flag } from '../options/numbers.js';
import { roundedNumbers } from '../options/rounded-numbers.js';
import { wordedText } from '../options/texts.js';
import { evaluateScript } from '../sandbox/evaluate-script.js';
import { scriptContext } from '../sandbox/script-context.js';
import { scriptProblems } from '../sandbox/script-problems.js';
import { matchesInput } from '../json/matches-input.js';

const WHERE = 'where must be an object that the arguments have, or a JavaScript expression over args';

function isWhere(value: unknown): value is string | JsonObject {
  return typeof value === 'string' ? value !== '' : isJsonObject(value);
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}

function sameButSpaces(expected: JsonValue, actual: JsonValue | undefined): boolean {
  if (typeof expected !== 'string' || typeof actual !== 'string') return expected === actual;
  return withoutSpaces(expected) === withoutSpaces(actual);
}

/** Why an expression says no to a call's arguments, or undefined when it says yes. */
async function objection(code: string, args: JsonValue, source: PointContext): Promise<string | undefined> {
  const { text, toolCalls, signal } = source;
  const globals = { args, text, toolCalls, context: scriptContext(code, source) };
  const { value } = await evaluateScript({ code, globals, signal });
  switch (value.type) {
    case 'boolean':
      return value.value ? undefined : 'it is false';
    case 'number':
      return value.value === 0 ? 'it is 0' : undefined;
    case 'other':
      return value.truthy ? undefined : `it is ${value.shown}`;
    case 'thrown':
      // The arguments lack what the expression reads: the model's doing, and a miss.
      if (value.name === 'TypeError') return `${value.name}: ${value.message}`;
      throw new UnscoredError(`\`where\` threw ${value.name}: ${value.message}`, {
        reason: 'config',
        hint: 'it is one JavaScript expression over `args`, e.g. args.city === "Paris"',
      });
    case 'promise':
    case 'scored':
      throw new UnscoredError('`where` must be true or false, not a promise or a score', { reason: 'config' });
  }
}

async function anyAccepted(code: string, inputs: readonly JsonValue[], source: PointContext): Promise<PointOutcome> {
  let why: string | undefined;
  for (const input of inputs) {
    why = await objection(code, input, source);
    if (why === undefined) return true;
  }
  return { score: 0, explain: `${inputs.length === 1 ? '' : `${inputs.length} calls, for the last one `}${why ?? ''}` };
}

/** A tool was called with arguments that fit. */
export const toolArgsMatch = definePointFunction({
  name: 'tool_args_match',
  aliases: ['tool_arg_match', 'tool_args_matches'],
  description:
    'Checks that at least one call of this tool has matching arguments: 1 if so, else 0. An object matches if the arguments contain everything ' +
    'in it, at any depth; the items of its lists must occur in the same order, but other items may come before, between and after them. An ' +
    'expression matches if it is true.',
  options: entryObject(
    {
      name: v.pipe(wordedText('name'), v.description('The tool')),
      where: v.pipe(
        // Not a record: that would leave out keys such as `constructor`.
        v.unknown(),
        v.check(isWhere, WHERE),
        v.description(
          'What the arguments must contain: an object (they may contain more), or a JavaScript expression over `args`',
        ),
      ),
      normalizeWhitespace: v.pipe(
        v.optional(flag('normalizeWhitespace')),
        v.description('Treats texts that differ only in white space as equal; for objects only'),
      ),
    },
    'the argument',
  ),
  examples: [
    { title: 'Arguments to any depth', value: { name: 'retrieve', where: { docId: '41', options: { snippet: true } } } },
    { title: 'A list with these items among others', value: { name: 'book', where: { seats: [{ row: 3 }, { row: 4 }] } } },
    { title: 'An expression over them', value: { name: 'calculator', where: "args.expression.includes('+')" } },
    {
      title: 'Spaces do not matter',
      value: { name: 'calculator', where: { expression: '(312*49)-777' }, normalizeWhitespace: true },
    },
  ],
  check: ({ where }) =>
    typeof where === 'string'
      ? scriptProblems(where).map((problem) => ({ ...problem, path: ['where'], hint: 'write an expression such as args.city === "Paris"' }))
      : roundedNumbers(where, ['where']),
  apply: ({ name, where, normalizeWhitespace }, source) => {
    const inputs = source.toolCalls.filter(({ tool }) => tool === name).map(({ input }) => input ?? {});
    if (inputs.length === 0) return { score: 0, explain: `${name} was not called` };
    if (!isWhere(where)) throw new UnscoredError(WHERE, { reason: 'config' });
    if (typeof where === 'string') return anyAccepted(where, inputs, source);
    const same = normalizeWhitespace === true ? sameButSpaces : undefined;
    return inputs.some((input) => matchesInput(where, input, { same, lists: 'some' }));
  },
});

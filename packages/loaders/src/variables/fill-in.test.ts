import { defineEvaluator, type EvaluatorDefinition, type JsonObject, type JsonValue, type NormalizeContext, type TemplateRenderer } from '@assay/schema';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { createFillIn, TemplateTexts } from './fill-in.js';

const renderer: TemplateRenderer = {
  parse: (text) => ({ uses: new Set(), render: (variables) => text.replaceAll(/\{\{ (\w+) \}\}/gu, (_, name: string) => String(variables[name])) }),
};

const sample = { description: 'For tests.', options: v.looseObject({}), examples: [], evaluate: () => ({ score: 1 }) };

/** Evaluators that no table knows. */
const linter = defineEvaluator({ ...sample, name: 'run_linter', programs: ({ on }) => (on === undefined ? [] : [['on', 'run']]) });
const asking = defineEvaluator({ ...sample, name: 'asking', programs: 'never', verbatim: ['question'] });
const silent = defineEvaluator({ ...sample, name: 'silent' });
/** Those that assertions of other tools mean. */
const codeJudge = defineEvaluator({ ...sample, name: 'code_judge', programs: () => [['script']] });
const script = defineEvaluator({ ...sample, name: 'script', programs: () => [['script']] });
const judge = defineEvaluator({ ...sample, name: 'llm_judge', programs: () => [], verbatim: ['prompt'] });
const javascript = defineEvaluator({ ...sample, name: 'javascript', programs: 'never', verbatim: ['value'] });
const contains = defineEvaluator({ ...sample, name: 'contains', programs: 'never' });

function fill(entries: readonly (string | JsonObject)[], evaluators: readonly EvaluatorDefinition[] = [linter, asking, silent, codeJudge, script, judge, javascript, contains]) {
  const found: string[] = [];
  const context: NormalizeContext = {
    definitions: { evaluators, pointFunctions: [], rules: [], providers: [] },
    locate: (path) => ({ file: path.join('.'), line: 1, column: 1 }),
    report: ({ message, location }) => found.push(`${location?.file}: ${message}`),
    aliasPrecedence: 'canonical',
    tally: { errors: 0 },
  };
  const filled = createFillIn(new TemplateTexts(renderer), { x: 'X', on: { run: 'echo' }, type: 'script', text: 'script: echo', unsaid: { type: 'silent' }, entry: { type: 'run_linter', on: { run: 'echo' } }, entries: [{ type: 'contains', value: 'X' }], nested: [{ type: 'turns', assert: [{ script: 'echo' }] }] }).evaluators(context, entries, ['assert']);
  return { filled, found };
}

const refused = (place: string, type: string): string => `${place}: evaluator "${type}": variables cannot stand in a command`;

test.each<[string, string | JsonObject, string]>([
  ['where an evaluator of an extension says that it starts one', { type: 'run_linter', on: { run: 'echo {{ x }}' } }, refused('assert.0.on.run', 'run_linter')],
  ['with - for _ in its name', { type: 'run-linter', on: { run: ['echo', '{{ x }}'] } }, refused('assert.0.on.run', 'run-linter')],
  ['anywhere in one that does not say where', { type: 'silent', any: [{ text: '{{ x }}' }] }, refused('assert.0', 'silent')],
  ['by another name of an option', { type: 'code-grader', command: 'echo {{ x }}' }, refused('assert.0.command', 'code-grader')],
  ['of one that is turned around', { type: 'not-code_judge', script: 'echo {{ x }}' }, refused('assert.0.script', 'not-code_judge')],
  ['as the value', { type: 'script', value: 'echo {{ x }}' }, refused('assert.0.value', 'script')],
  ['as the value of its type', { script: 'echo {{ x }}' }, refused('assert.0.script', 'script')],
  ['nor as all that holds it', { type: 'run_linter', on: '{{ on }}' }, refused('assert.0.on', 'run_linter')],
  ['nor with its type', { type: '{{ type }}', script: 'echo {{ x }}' }, refused('assert.0.script', 'script')],
  ['nor as a whole assertion', '{{ entry }}', 'assert.0: variables cannot stand in a command'],
  ['nor as one that does not say whether it does', '{{ unsaid }}', 'assert.0: variables cannot stand in a command'],
  ['nor as a list of assertions', '{{ nested }}', 'assert.0: variables cannot stand in a command'],
  ['nor as a text that is one', '{{ text }}', 'assert.0: variables cannot stand in a command'],
  ['nor with its type in one text', '{{ type }}: echo', 'assert.0: variables cannot stand in a command'],
  ['in one text', 'script: echo {{ x }}', refused('assert.0', 'script')],
])('variables cannot stand in a command, %s', (_, entry, error) => {
  expect(fill([entry])).toEqual({ filled: [entry], found: [error] });
});

test.each<[string, string | JsonObject, JsonValue]>([
  ['what is no command of a program', { type: 'run_linter', on: { run: 'echo' }, strictness: '{{ x }}', path: '{{ x }}.md' }, { type: 'run_linter', on: { run: 'echo' }, strictness: 'X', path: 'X.md' }],
  ['but for what an extension takes as it is', { type: 'asking', question: '{{ x }}?', topic: '{{ x }}' }, { type: 'asking', question: '{{ x }}?', topic: 'X' }],
  ['but for prompts, by all their names', { type: 'llm-grader', value: '{{ x }}', rubricPrompt: '{{ x }}', model: '{{ x }}' }, { type: 'llm-grader', value: '{{ x }}', rubricPrompt: '{{ x }}', model: 'X' }],
  ['but for code', { javascript: 'output + {{ x }}' }, { javascript: 'output + {{ x }}' }],
  ['but for code, in one text', 'fn: output + {{ x }}', 'fn: output + {{ x }}'],
  ['in one text', 'contains: {{ x }}', 'contains: X'],
  ['with whole assertions that start nothing', '{{ entries }}', [{ type: 'contains', value: 'X' }]],
  ['in sentences', 'Is polite to {{ x }}', 'Is polite to X'],
  ['in members', { type: 'assert-set', assert: [{ type: 'contains', value: '{{ x }}' }, 'javascript: {{ x }}'] }, { type: 'assert-set', assert: [{ type: 'contains', value: 'X' }, 'javascript: {{ x }}'] }],
])('variables are filled in: %s', (_, entry, expected) => {
  expect(fill([entry])).toEqual({ filled: [expected], found: [] });
});

test('an extension may have the name that another tool gives to an evaluator', () => {
  const own = defineEvaluator({ ...sample, name: 'code_grader', programs: 'never' });
  expect(fill([{ type: 'code_grader', notes: '{{ x }}' }], [own])).toEqual({ filled: [{ type: 'code_grader', notes: 'X' }], found: [] });
});

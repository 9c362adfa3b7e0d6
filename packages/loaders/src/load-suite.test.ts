import { join } from 'node:path';
import { defineLoader, UsageError, type EvalCase, type Loader, type Suite } from '@assay/schema';
import { externalFolder, sampleCase } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { findingsOf, projectFolder } from '../test/project-folder.js';
import { checkSuite } from './check-suite.js';
import { discoverSuites } from './discover-suites.js';
import { loadEvalCases } from './load-eval-cases.js';
import { loadSuite } from './load-suite.js';

describe('formats', () => {
  test.each(['suite.json', 'suite.txt', 'suite'])('loadEvalCases rejects %s and lists the supported formats (Reject unsupported file extensions)', async (name) => {
    const error = await loadEvalCases(name).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toContain('supported formats: .yaml, .yml, .jsonl');
  });

  test.each(['a.yaml', 'a.YML'])('%s is read as YAML (Detect YAML file by extension)', async (name) => {
    const folder = await projectFolder({ [name]: 'cases: [{ id: a, outcome: G, input: Q }]' });
    expect(await loadEvalCases(join(folder, name))).toHaveLength(1);
  });

  test('a .jsonl file is read line by line (Detect JSONL file by extension)', async () => {
    const folder = await projectFolder({ 'a.jsonl': '{"id":"a","outcome":"G","input":"Q"}\n{"id":"b","outcome":"G","input":"Q"}' });
    expect(await loadEvalCases(join(folder, 'a.jsonl'))).toHaveLength(2);
  });

  test.each([
    ['a.yaml', 'name: a\nprovider: openai\n', 'a file of targets, not a suite', 'name a file of cases; targets are chosen as you start the run'],
    ['a.jsonl', '{"run_id":"r","trial_key":"k"}', 'the result of a run, not a suite', 'name a file of cases; results of two runs are compared with assay compare'],
    ['a.jsonl', '{"id":"a","text":"Yes."}', 'a recording of replies, not a suite', expect.stringMatching(/assay score SUITE --outputs FILE.*provider: replay/u)],
    ['a.jsonl', '{"match":["Q"],"text":"Yes."}', 'a recording of replies, not a suite', expect.stringMatching(/assay score SUITE --outputs FILE.*provider: replay/u)],
  ])('%s with %j is named for what it is', async (name, text, what, hint) => {
    const folder = await projectFolder({ [name]: text });
    const [finding] = await findingsOf(loadSuite(join(folder, name), { workingDirectory: folder }));
    expect(finding).toMatchObject({ code: 'unsupported-dialect', message: `this looks like ${what}`, hint, location: { file: name, line: 1 } });
  });
});

describe('what the loader of a program makes is looked at, since no compiler may have been', () => {
  /** Untyped, as JavaScript has it. */
  function quiz(head: object, ...cases: readonly object[]): Loader {
    return defineLoader({
      name: 'quiz',
      extensions: ['.quiz'],
      description: 'Quizzes.',
      detect: () => 1,
      load: async ({ file, shown }) =>
        ({
          name: 'quiz',
          path: shown,
          dialect: 'quiz',
          file,
          description: '',
          execution: {},
          targets: [],
          size: cases.length,
          async *cases() {
            for (const [index, evalCase] of cases.entries()) yield { evalCase, location: { file: shown, line: index + 2, column: 1 } };
          },
          ...head,
        }) as Suite,
    });
  }

  async function readWith(loader: Loader): Promise<readonly EvalCase[]> {
    const folder = await projectFolder({ 'a.quiz': '' });
    const cases: EvalCase[] = [];
    for await (const { evalCase } of (await loadSuite(join(folder, 'a.quiz'), { loaders: [loader], workingDirectory: folder })).cases()) cases.push(evalCase);
    return cases;
  }

  test('as it should be it is handed on', async () => {
    const cases = [sampleCase(), sampleCase({ id: 'other', weight: 0, tags: ['a'] })];
    expect(await readWith(quiz({}, ...cases))).toEqual(cases);
  });

  test('a suite may be an object of a class', async () => {
    class Quiz {
      readonly head = { name: 'quiz', path: 'a.quiz', dialect: 'quiz', file: '/a.quiz', description: '', execution: {}, targets: [], size: undefined };
      readonly #evalCase = sampleCase();
      async *cases() {
        yield { evalCase: this.#evalCase, location: { file: 'a.quiz', line: 1, column: 1 } };
      }
    }
    const made = new Quiz();
    const loader = { ...quiz({}), conventions: {}, load: async () => Object.assign(made, made.head) as Suite };
    expect(await readWith(loader)).toEqual([sampleCase()]);
  });

  test.each<[string, object]>([
    ['weight must be a number', { weight: Number.NaN }],
    ['weight must be at least 0', { weight: -1 }],
    ['weight must be a finite number', { weight: Number.POSITIVE_INFINITY }],
    ['id must be a text', { id: 5 }],
    ['id must not be empty', { id: '' }],
    ['tags must be a list', { tags: 'a' }],
    ['inputMessages must be a list of messages', { inputMessages: 'hello' }],
    ['expectedMessages must be a list of messages', { expectedMessages: undefined }],
    ['evaluators must be a list', { evaluators: undefined }],
    ['execution must be an object, which may be empty', { execution: undefined }],
    ['the options of an evaluator must be an object', { evaluators: [{ name: 'a', type: 'contains', weight: 1, options: undefined }] }],
    ['evaluators.0.name is missing', { evaluators: [{ type: 'contains', weight: 1, options: {} }] }],
    ['vars must be an object', { vars: [1] }],
    ['vars must be an object as JSON has it, and no Map, date or promise', { vars: new Map([['a', 1]]) }],
    ['metadata must be an object as JSON has it, and no Map, date or promise', { metadata: new Date(0) }],
    ['the content of a message must be a text, a list, an object as JSON has it, or null', { inputMessages: [{ role: 'user', content: 42 }] }],
    ['the content of a message must be a text, a list, an object as JSON has it, or null', { inputMessages: [{ role: 'user', content: Promise.resolve('hi') }] }],
    ['the toolCalls of a message must be a list', { expectedMessages: [{ role: 'assistant', toolCalls: 'search' }] }],
    ['execution.systems must be a list of texts, with null for none', { execution: { systems: 'be brief' } }],
    ['execution.temperature must be a number', { execution: { temperature: '0.5' } }],
    ['each of execution.temperatures must be from 0 to 2', { execution: { temperatures: [3] } }],
    ['execution.noCache must be true or false', { execution: { noCache: 'false' } }],
    ['required must be true or false', { evaluators: [{ name: 'a', type: 'contains', weight: 1, required: 'false', options: {} }] }],
    ['onDependencyFailure must be skip, fail, run', { onDependencyFailure: 'ignore' }],
    ['workspace must be an object, which may be empty', { workspace: 'template' }],
    ['the name of a message must be a text', { inputMessages: [{ role: 'user', content: 'hi', name: 5 }] }],
    ['the toolCallId of a message must be a text', { inputMessages: [{ role: 'tool', content: 'hi', toolCallId: 5 }] }],
    ['generated must be true or false', { inputMessages: [{ role: 'user', content: 'hi', generated: 'yes' }] }],
    ['the mediaType of a file must be a text', { inputMessages: [{ role: 'user', content: [{ type: 'file', value: 'a.png', mediaType: 5 }] }] }],
    ['the content of a message must be a text, a list, an object as JSON has it, or null', { inputMessages: [{ role: 'user', content: new Uint8Array(2) }] }],
    ['the id of a tool call must be a text', { expectedMessages: [{ role: 'assistant', toolCalls: [{ tool: 'search', id: 5 }] }] }],
    ['the input of a tool call must be a value as JSON has it', { expectedMessages: [{ role: 'assistant', toolCalls: [{ tool: 'search', input: new Map() }] }] }],
    ['the durationMs of a tool call must be a number from 0', { expectedMessages: [{ role: 'assistant', toolCalls: [{ tool: 'search', durationMs: -1 }] }] }],
    ['each of prompts must have its own name', { prompts: [1, 2].map((at) => ({ name: 'a', inputMessages: [{ role: 'user', content: `${at}` }] })) }],
    ['the command of a hook must be a text, or a list of texts, and not be empty', { workspace: { hooks: { beforeAll: { command: 5 } } } }],
    ['workspace.hooks.beforeEach.command is missing', { workspace: { hooks: { beforeEach: {} } } }],
    ['each of workspace.hooks must be an object with a command', { workspace: { hooks: { afterAll: 'npm ci' } } }],
    ['the timeoutMs of a hook must be a number above 0', { workspace: { hooks: { afterEach: { command: ['npm', 'ci'], timeoutMs: '5' } } } }],
    ['weight must be at most 1e+100', { weight: 1e101 }],
    ['context must be a value as JSON has it', { context: new Map() }],
    ['metadata must be an object as JSON has it, and no Map, date or promise', { metadata: new Boolean(true) }],
    ['it is no JSON: Do not know how to serialize a BigInt', { metadata: { number: 1n } }],
  ])('a case of which %s is an error with its place', async (why, change) => {
    const [finding] = await findingsOf(readWith(quiz({}, sampleCase({ id: 'right' }), { ...sampleCase(), ...change })));
    expect(finding).toMatchObject({ code: 'invalid-loader', message: `the loader "quiz" made a case that cannot be: ${why}`, location: { file: 'a.quiz', line: 3 } });
  });

  test('two cases of one id are an error, as they are in every dialect', async () => {
    const [finding] = await findingsOf(readWith(quiz({}, sampleCase(), sampleCase())));
    expect(finding).toMatchObject({ code: 'duplicate-id', location: { line: 3 } });
  });

  test.each<[string, object]>([
    ['name must be a text', { name: undefined }],
    ['path must not be empty', { path: '' }],
    ['targets must be a list', { targets: undefined }],
    ['the name of a target must be a text', { targets: [{ name: 5 }] }],
    ['targets.0.options is missing', { targets: [{ name: 'bot', provider: 'mock' }] }],
    ['the provider of a target must be a text', { targets: [{ name: 'bot', provider: 5, options: {} }] }],
    ['the workers of a target must be at least 1', { targets: [{ name: 'bot', provider: 'mock', workers: 0, options: {} }] }],
    ['the value of a setting must be a value as JSON has it', { settings: [{ key: 'repeat', value: new Date(0), location: { file: 'a.quiz', line: 1, column: 1 } }] }],
    ['sources must be a list of paths', { sources: 'a.quiz' }],
    ['settings must be a list', { settings: { repeat: 3 } }],
    ['settings.0.location is missing', { settings: [{ key: 'repeat', value: 3 }] }],
    ['execution.systems must be a list of texts, with null for none', { execution: { systems: 'be brief' } }],
    ['cases must be a function', { cases: undefined }],
  ])('a suite of which %s is an error at its file', async (why, change) => {
    const [finding] = await findingsOf(readWith(quiz(change, sampleCase())));
    expect(finding).toMatchObject({ message: `the loader "quiz" made a suite that cannot be: ${why}`, location: { file: 'a.quiz', line: 1 } });
  });

  test('what caseAt() throws by mistake is said with its name', async () => {
    const folder = await projectFolder({ 'a.quiz': '' });
    const suite = await loadSuite(join(folder, 'a.quiz'), { loaders: [quiz({ caseAt: () => JSON.parse('') as never })], workingDirectory: folder });
    const [finding] = await findingsOf(Promise.resolve(suite.caseAt?.(1)));
    expect(finding).toMatchObject({ code: 'invalid-loader', message: expect.stringMatching(/^caseAt\(\) of the loader "quiz" threw: /u) });
  });

  test('no suite at all, and cases without a place, are errors', async () => {
    const none = await findingsOf(readWith({ ...quiz({}), load: async () => undefined as unknown as Suite }));
    expect(none).toMatchObject([{ message: 'the loader "quiz" made a suite that cannot be: it must be an object' }]);
    const cases = async function* () {
      yield { evalCase: sampleCase() };
    };
    expect(await findingsOf(readWith(quiz({ cases })))).toMatchObject([{ message: expect.stringContaining('location must be an object with file, line and column') }]);
    const partly = async function* () {
      yield { evalCase: sampleCase(), location: { file: 'a.quiz', line: 3, column: 1 }, targetLocation: 'a.quiz:3' };
    };
    expect(await findingsOf(readWith(quiz({ cases: partly })))).toMatchObject([{ message: expect.stringContaining('targetLocation must be an object with file, line and column'), location: { line: 3 } }]);
  });
});

const { folder: examples, absent, note } = externalFolder('ASSAY_CORPUS', 'agentv-examples');

describe.skipIf(absent)(`suites written by others${note}`, () => {
  test('all of them load, but for files that they refer to and do not have', async () => {
    const found: string[] = [];
    for (const file of await discoverSuites([examples])) {
      const { cases } = await checkSuite(file, { report: ({ code }) => found.push(code) });
      expect(cases).toBeGreaterThan(0);
    }
    expect(new Set(found)).toEqual(new Set(['file-reference']));
  });
});

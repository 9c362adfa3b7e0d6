import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { loaders, loadSuite, readTableHead, writeSuite } from '@assay/loaders';
import {
  defineLoader,
  InvalidFileError,
  isJsonObject,
  type LocatedCase,
  type Loader,
  type ResultRow,
  type SourceLocation,
  type SuiteSource,
} from '@assay/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { composeReading } from '../src/runner/reading/compose-reading.js';
import { installedDefinitions } from '../src/runner/reading/installed-definitions.js';
import { createWorkspace } from './support/projects/workspace.js';

interface Question {
  readonly asks: string;
  readonly answer: string;
  readonly location: SourceLocation;
}

/** `question = answer`, one in each line. */
function readText(text: string, shown: string): readonly Question[] {
  return text.trimEnd().split('\n').map((line, index) => {
    const location = { file: shown, line: index + 1, column: 1 };
    const [asks = '', answer] = line.split(' = ');
    if (answer !== undefined) return { asks, answer, location };
    throw new InvalidFileError([{ severity: 'error', code: 'no-answer', message: `"${asks}" has no answer`, hint: 'write QUESTION = ANSWER', location }]);
  });
}

/** `quiz: { question: answer }` in YAML or JSON. */
function readDocument({ documents }: Extract<SuiteSource, { readonly format: 'documents' }>): readonly Question[] {
  const [document] = documents;
  const quiz = isJsonObject(document?.value) ? document.value['quiz'] : undefined;
  if (!document || !isJsonObject(quiz)) return [];
  return Object.entries(quiz).map(([asks, answer]) => ({ asks, answer: String(answer), location: document.locate(['quiz', asks], 'key') }));
}

function toCase({ asks, answer, location }: Question, index: number): LocatedCase {
  const evaluators = [{ name: 'contains', type: 'contains', weight: 1, options: { value: answer } }];
  return {
    location,
    evalCase: { id: `q${index + 1}`, expectedOutcome: answer, inputMessages: [{ role: 'user', content: asks }], expectedMessages: [], evaluators, execution: {}, weight: 1, tags: [] },
  };
}

/** A dialect that nobody has: riddles, as text of their own or under a key of YAML. */
const quiz: Loader = defineLoader({
  name: 'riddles',
  extensions: ['.riddles', '.yaml'],
  description: 'Questions with their answers.',
  detect: ({ extension, documents: [first] }) => (extension === '.riddles' || (isJsonObject(first) && isJsonObject(first['quiz'])) ? 1 : 0),
  async load(source) {
    const questions = source.format === 'text' ? readText(source.text, source.shown) : source.format === 'documents' ? readDocument(source) : [];
    const cases = questions.map(toCase);
    return {
      name: 'riddles', path: source.shown, dialect: 'riddles', file: source.file, description: '', execution: {}, targets: [], size: cases.length,
      async *cases() {
        yield* cases;
      },
    };
  },
  writers: [
    {
      name: 'riddles',
      extensions: ['.riddles'],
      description: 'questions with their answers, one in each line',
      write: ({ cases, lose }) => {
        for (const located of cases) if (located.evalCase.evaluators.length > 1) lose(located, 'evaluators', 'a question has one answer');
        return [{ path: 'suite.riddles', text: cases.map(({ evalCase: { inputMessages, expectedOutcome } }) => `${String(inputMessages.at(-1)?.content)} = ${expectedOutcome}\n`).join('') }];
      },
    },
  ],
});

const OTHER = 'evalcases: [{ id: a, outcome: G, input: Say G, evaluators: [{ type: contains, value: G }] }]\n';
const FILES = {
  'evals/capitals.riddles': 'Capital of France, Paris? = Paris\nCapital of Peru? = Lima\n',
  'evals/sums.yaml': 'quiz:\n  What is 2 + 2? It is 4.: 4\n',
  'evals/plain.yaml': OTHER,
  '.assay/targets.yaml': 'targets: [{ name: echo, provider: mock }]\n',
};

async function rowsOf(rows: AsyncIterable<ResultRow>): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { source, score } of rows) found.push(`${source} ${score}`);
  return found.toSorted();
}

describe('a dialect that a program brings', () => {
  test('is found in a folder beside the others, by its extension or its keys, and runs', async () => {
    const { folder } = await createWorkspace(FILES);
    const { rows, location, summary } = await evaluate({ files: 'evals', cwd: folder, targets: ['echo'], loaders: [quiz] });
    expect(await rowsOf(rows())).toEqual([
      'evals/capitals.riddles:1:1 1',
      'evals/capitals.riddles:2:1 0',
      'evals/plain.yaml:1:13 1',
      'evals/sums.yaml:2:3 1',
    ]);
    expect(summary.outcome).toBe('failed');
    const manifest: unknown = JSON.parse(await readFile(join(location, 'run.json'), 'utf8'));
    expect(manifest).toMatchObject({ suites: [{ dialect: 'riddles' }, { dialect: 'eval-case' }, { dialect: 'riddles' }] });
  });

  test('without it the files are none', async () => {
    const { folder } = await createWorkspace(FILES);
    const run = { cwd: folder, targets: ['echo'] };
    expect(await rowsOf((await evaluate({ ...run, files: 'evals' })).rows())).toEqual(['evals/plain.yaml:1:13 1']);
    await expect(evaluate({ ...run, files: 'evals/capitals.riddles' })).rejects.toThrow('unsupported file format .riddles; supported formats: .yaml, .yml, .json, .jsonl');
    await expect(evaluate({ ...run, files: 'evals/sums.yaml' })).rejects.toThrow('this is no eval file');
  });

  test('its errors have their place', async () => {
    const { folder } = await createWorkspace({ ...FILES, 'evals/capitals.riddles': 'Capital of Peru?\n' });
    const failed = evaluate({ files: 'evals/capitals.riddles', cwd: folder, targets: ['echo'], loaders: [quiz] });
    await expect(failed).rejects.toMatchObject({
      code: 'invalid-file',
      diagnostics: [{ message: '"Capital of Peru?" has no answer', location: { file: 'evals/capitals.riddles', line: 1, column: 1 } }],
    });
  });

  test('of the name of an installed one replaces it', async () => {
    const { folder } = await createWorkspace(FILES);
    const own: Loader = { ...quiz, name: 'eval-case', detect: () => 1 };
    const { rows } = await evaluate({ files: 'evals/sums.yaml', cwd: folder, targets: ['echo'], loaders: [own] });
    expect(await rowsOf(rows())).toEqual(['evals/sums.yaml:2:3 1']);
  });

  test('is one of those that are handed in, and no other is asked', async () => {
    const { folder } = await createWorkspace(FILES);
    const installed = loaders as Loader[];
    const before = installed.splice(0);
    onTestFinished(() => void installed.push(...before));
    const read = (own: readonly Loader[], ...patterns: string[]) =>
      composeReading({ cwd: folder, patterns, extensions: { loaders: own }, env: {}, verbose: false, report: () => {} });
    await expect(read([], 'evals')).rejects.toThrow('no eval files in evals');
    await expect((await read([])).loadSuite('evals/plain.yaml')).rejects.toThrow('unsupported file format .yaml');
    const reading = await read([quiz], 'evals');
    expect(reading.suites.map(({ path }) => relative(folder, path))).toEqual(['evals/capitals.riddles', 'evals/sums.yaml']);
    expect(await reading.checkSuite('evals/sums.yaml')).toMatchObject({ cases: 1, errors: 0 });
    await expect(reading.loadSuite('evals/plain.yaml')).rejects.toThrow('this is no eval file');
    const whole = await read([quiz, ...before], 'evals');
    expect(whole.suites.map(({ path }) => relative(folder, path))).toEqual(['evals/capitals.riddles', 'evals/plain.yaml', 'evals/sums.yaml']);
    expect(await whole.checkSuite('evals/plain.yaml')).toMatchObject({ cases: 1, errors: 0 });
  });

  test('is a format to convert to, and from', async () => {
    const { folder } = await createWorkspace(FILES);
    const definitions = await installedDefinitions({ loaders: [quiz] });
    const options = { definitions, loaders: definitions.loaders, workingDirectory: folder };
    const plain = await loadSuite('evals/plain.yaml', options);
    expect(await writeSuite(plain, { ...options, to: 'riddles' })).toMatchObject({ files: [{ path: 'suite.riddles', text: 'Say G = G\n' }], losses: [] });
    const capitals = await loadSuite('evals/capitals.riddles', options);
    const { files } = await writeSuite(capitals, { ...options, to: 'eval-cases' });
    expect(files[0]?.text).toContain('input: Capital of Peru?');
    await expect(writeSuite(plain, { ...options, to: 'ridles' })).rejects.toMatchObject({ hint: 'did you mean riddles? formats: riddles, eval-cases, jsonl, blueprint, test-cases' });
  });

  test('is seen where a table is looked at before it is a suite', async () => {
    const { folder } = await createWorkspace({ 'rows.csv': 'question,answer\nCapital of Peru?,Lima\n' });
    const options = { workingDirectory: folder, most: 5 };
    expect((await readTableHead('rows.csv', { ...options, loaders })).columns).toEqual(['question', 'answer']);
    const { loaders: withQuiz } = await installedDefinitions({ loaders: [{ ...quiz, extensions: ['.csv'], detect: () => 1 }] });
    await expect(readTableHead('rows.csv', { ...options, loaders: withQuiz })).rejects.toMatchObject({ diagnostics: [{ code: 'no-table' }] });
  });
});

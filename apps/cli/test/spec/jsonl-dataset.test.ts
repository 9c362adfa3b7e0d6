import { join } from 'node:path';
import { loadEvalCases } from '@assay/loaders';
import { InvalidFileError, UsageError } from '@assay/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { composeReading } from '../../src/runner/reading/compose-reading.js';
import { startChatServer } from '../support/servers/chat-server.js';
import { runAssay } from '../support/commands/warm-assay.js';
import { createWorkspace } from '../support/projects/workspace.js';
import { lines, load } from './composed-loader.js';
import { AS_LINE, AS_YAML, loadCases, QUERY, row, THE_CASE, type Fields } from './sample-case.js';

/** Datasets in JSON Lines, read by the loader with everything that is installed. */

const rows = (count: number): Fields[] => Array.from({ length: count }, (_, index) => row(index + 1));
const ids = (cases: readonly { readonly id: string }[]): string[] => cases.map(({ id }) => id);

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Error)) expect.fail('nothing was thrown');
  return error;
}

describe('telling formats apart', () => {
  test.each(['dataset.jsonl', 'dataset.JSONL'])('"Detect JSONL file by extension": %s', async (file) => {
    // Not YAML: two flow mappings in a row are no document.
    expect(ids(await loadCases(file, { [file]: lines(row(1), row(2)) }))).toEqual(['test-1', 'test-2']);
  });

  test.each(['suite.yaml', 'suite.yml'])('"Detect YAML file by extension": %s', async (file) => {
    expect(await loadCases(file, { [file]: AS_YAML })).toStrictEqual([THE_CASE]);
  });

  test.each(['suite.json', 'suite.txt', 'suite.csv', 'suite'])('"Reject unsupported file extensions": %s', async (file) => {
    const error = await failureOf(loadCases(file, { [file]: JSON.stringify([AS_LINE]) }));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toContain('.yaml, .yml, .jsonl');
  });
});

/** What the parser itself says of a text that is no JSON, without the position. */
function detailsOf(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    return String(error).replace(/^SyntaxError: /u, '').replace(/ in JSON at position .*$/u, '');
  }
  return expect.fail('the text is JSON');
}

describe('parsing lines', () => {
  test('"Parse valid single-line JSONL"', async () => {
    expect(await loadCases('d.jsonl', { 'd.jsonl': lines(AS_LINE) })).toStrictEqual([THE_CASE]);
  });

  test('"Parse multi-line JSONL"', async () => {
    const cases = await loadCases('d.jsonl', { 'd.jsonl': lines(...rows(3)) });
    expect(cases.map(({ id, expectedOutcome }) => [id, expectedOutcome])).toEqual([
      ['test-1', 'Goal 1'],
      ['test-2', 'Goal 2'],
      ['test-3', 'Goal 3'],
    ]);
  });

  test('"Skip empty lines"', async () => {
    const { cases, findings } = await load('d.jsonl', { 'd.jsonl': lines(row(1), '', row(2), '   ', row(3)) });
    expect(ids(cases)).toEqual(['test-1', 'test-2', 'test-3']);
    expect(findings).toEqual([]);
  });

  test('"Error on malformed JSON"', async () => {
    const bad = '{"id": "test-5", "expected_outcome": "Goal 5" "input_messages": []}';
    const error = await failureOf(loadCases('d.jsonl', { 'd.jsonl': lines(...rows(4), bad) }));
    expect(error).toBeInstanceOf(InvalidFileError);
    expect(error.message).toContain('Line 5: Invalid JSON');
    expect(error.message).toContain(detailsOf(bad));
  });

  test('"Error on missing required fields"', async () => {
    const incomplete = { id: 'test-3', input_messages: QUERY };
    const { cases, findings } = await load('d.jsonl', { 'd.jsonl': lines(row(1), row(2), incomplete, row(4)) });
    expect(ids(cases)).toEqual(['test-1', 'test-2', 'test-4']);
    expect(findings).toMatchObject([
      { severity: 'warning', message: 'Line 3: missing expected_outcome', location: { file: 'd.jsonl', line: 3 } },
    ]);
  });

  test('"Error on missing required fields": YAML does the same', async () => {
    const { cases, findings } = await load('s.yaml', {
      's.yaml': 'evalcases:\n  - {id: a, expected_outcome: G, input: Q}\n  - {id: b, input: Q}\n  - {id: c, expected_outcome: G, input: Q}\n',
    });
    expect(ids(cases)).toEqual(['a', 'c']);
    expect(findings).toMatchObject([{ severity: 'warning', message: 'missing expected_outcome', location: { line: 3 } }]);
  });

  test.each([
    [{ expected_outcome: 'G', input: 'Q' }, 'missing id'],
    [{ id: 'x', expected_outcome: 'G' }, 'missing input_messages'],
    [{ id: 'x' }, 'missing expected_outcome, missing input_messages'],
  ])('"Error on missing required fields": %j', async (value, message) => {
    const { cases, findings } = await load('d.jsonl', { 'd.jsonl': lines(row(1), value, row(3)) });
    expect(ids(cases)).toEqual(['test-1', 'test-3']);
    expect(findings).toMatchObject([{ severity: 'warning', message: `Line 2: ${message}` }]);
  });
});


describe('the sidecar', () => {
  const SIDECAR = 'description: Test dataset\ndataset: my-tests\nexecution:\n  target: azure_base\nevaluator: llm_judge\n';

  test('"Load metadata from sidecar YAML"', async () => {
    const { suite, cases } = await load('dataset.jsonl', { 'dataset.jsonl': lines(row(1), row(2)), 'dataset.yaml': SIDECAR });
    expect(suite).toMatchObject({ name: 'my-tests', description: 'Test dataset', execution: { target: 'azure_base' } });
    for (const evalCase of cases) {
      expect(evalCase.execution).toStrictEqual({ target: 'azure_base' });
      expect(evalCase.evaluators).toStrictEqual([{ name: 'llm_judge', type: 'llm_judge', weight: 1, options: {} }]);
    }
    expect(cases).toHaveLength(2);
  });

  test('"Load metadata from sidecar YAML": an evaluator other than the usual one', async () => {
    const { cases } = await load('dataset.jsonl', { 'dataset.jsonl': lines(row(1)), 'dataset.yaml': 'evaluator: exact_match\n' });
    expect(cases[0]?.evaluators).toMatchObject([{ type: 'exact_match' }]);
  });

  test('"Use defaults when sidecar not found"', async () => {
    const { suite, cases, findings } = await load('dataset.jsonl', { 'dataset.jsonl': lines(row(1)) });
    expect(suite).toMatchObject({ name: 'dataset', description: '', execution: { target: 'default' } });
    expect(cases).toMatchObject([{ execution: { target: 'default' }, evaluators: [{ type: 'llm_judge' }] }]);
    expect(findings).toEqual([]);
  });

  test('"Look for companion YAML with same base name"', async () => {
    const { suite, findings } = await load('evals/subfolder/mytest.jsonl', {
      'evals/subfolder/mytest.jsonl': lines(row(1)),
      'evals/subfolder/mytest.yaml': 'dataset: mine\n',
    });
    expect(suite?.name).toBe('mine');
    expect(findings).toEqual([]);
  });

  test('"Look for companion YAML with same base name": and at no other name', async () => {
    const { suite, cases, findings } = await load('evals/subfolder/mytest.jsonl', {
      'evals/subfolder/mytest.jsonl': lines(row(1)),
      // All of these would be errors if they were read.
      'evals/subfolder/dataset.yaml': 'execution: [',
      'evals/subfolder/mytest.jsonl.yaml': 'execution: [',
      'evals/mytest.yaml': 'execution: [',
      'mytest.yaml': 'execution: [',
    });
    expect(suite?.name).toBe('mytest');
    expect(cases).toHaveLength(1);
    expect(findings).toEqual([]);
  });
});

describe('what a line says for itself', () => {
  const SIDECAR = 'execution:\n  target: azure_base\nevaluator: llm_judge\n';
  const loadPair = async (more: Fields) => {
    const { cases, findings } = await load('d.jsonl', { 'd.jsonl': lines(row(1, more), row(2)), 'd.yaml': SIDECAR });
    expect(findings).toEqual([]);
    expect(cases[1]).toMatchObject({ execution: { target: 'azure_base' }, evaluators: [{ type: 'llm_judge' }] });
    return cases[0];
  };

  test('"Override execution target per case"', async () => {
    expect((await loadPair({ execution: { target: 'openai_gpt4' } }))?.execution).toStrictEqual({ target: 'openai_gpt4' });
  });

  test('"Override evaluators per case"', async () => {
    const overridden = await loadPair({ evaluators: [{ type: 'rubric', rubrics: ['Must be polite'] }] });
    expect(overridden?.evaluators).toStrictEqual([
      { name: 'rubric', type: 'rubric', weight: 1, options: { rubrics: ['Must be polite'] } },
    ]);
  });

  test('"Merge defaults with per-case fields"', async () => {
    const merged = await loadPair({ execution: { target: 'openai' } });
    expect(merged?.execution).toStrictEqual({ target: 'openai' });
    expect(merged?.evaluators).toMatchObject([{ type: 'llm_judge' }]);
  });

  test('rubrics of a line take the place of the default evaluator', async () => {
    const own = await loadPair({ rubrics: ['Must be polite'] });
    expect(own?.evaluators).toMatchObject([{ type: 'rubric', options: { rubrics: ['Must be polite'] } }]);
  });
});

describe('files that a line refers to', () => {
  const file = (value: string): Fields => ({ input_messages: [{ role: 'user', content: [{ type: 'file', value }] }] });

  test('"Resolve relative file reference"', async () => {
    const { cases, folder } = await load('evals/tests/dataset.jsonl', {
      'evals/tests/dataset.jsonl': lines(row(1, file('./code.py'))),
      'evals/tests/code.py': 'print("this one")\n',
      'evals/code.py': 'print("not this one")\n',
      'code.py': 'print("nor this one")\n',
    });
    expect(cases[0]?.inputMessages[0]?.content).toEqual([
      { type: 'file', value: './code.py', path: join(folder, 'evals/tests/code.py'), text: 'print("this one")\n' },
    ]);
  });

  test('"Resolve guideline files from JSONL": the file is told to be a guideline', async () => {
    const { folder } = await createWorkspace({
      '.assay/config.yaml': 'guideline_patterns: ["*.instructions.md"]\n',
      'evals/dataset.jsonl': lines(row(1, file('python.instructions.md'))),
      'evals/python.instructions.md': 'Use type hints.',
    });
    const reading = await composeReading({ cwd: folder, env: {}, verbose: false, report: (found) => expect.fail(found.message) });
    for await (const { evalCase } of (await reading.loadSuite('evals/dataset.jsonl')).cases()) {
      expect(evalCase.inputMessages[0]?.content).toMatchObject([{ guideline: true, text: 'Use type hints.' }]);
    }
  });

  test('"Resolve guideline files from JSONL": it stands in a block before the prompt', async () => {
    const server = await startChatServer(() => 'Done.');
    const { folder } = await createWorkspace({
      '.agentv/config.yaml': 'guideline_patterns: ["*.instructions.md"]\n',
      '.agentv/targets.yaml': `targets:\n  - {name: default, provider: openai, model: m, endpoint: '${server.url}', api_key: k}\n`,
      'evals/dataset.jsonl': lines(
        row(1, {
          evaluators: [{ type: 'contains', value: 'Done' }],
          input_messages: [
            {
              role: 'user',
              content: [
                { type: 'text', value: 'Review this:' },
                { type: 'file', value: 'python.instructions.md' },
                { type: 'file', value: 'code.py' },
              ],
            },
          ],
        }),
      ),
      'evals/python.instructions.md': 'Use type hints.',
      'evals/code.py': 'print(1)',
    });
    expect(await runAssay(['run', 'evals/dataset.jsonl'], { cwd: folder })).toMatchObject({ exitCode: 0 });
    expect(server.requests[0]?.messages).toEqual([
      {
        role: 'user',
        content: expect.stringMatching(/^<guidelines>\n[^]*Use type hints\.[^]*\n<\/guidelines>\n\nReview this:\n\n[^]*print\(1\)/u),
      },
    ]);
    expect(server.requests[0]?.text.match(/Use type hints/gu)).toHaveLength(1);
  });
});

describe('telling what is wrong', () => {
  test('"Line number in parse errors"', async () => {
    const error = await failureOf(loadCases('d.jsonl', { 'd.jsonl': lines(...rows(41), '{"id": nope}', row(43)) }));
    expect(error.message).toContain('Line 42: Invalid JSON: Unexpected token');
    expect(error).toMatchObject({ diagnostics: [{ location: { line: 42, column: 8 } }] });
  });

  test('"Field validation errors reference line"', async () => {
    const { findings } = await load('d.jsonl', { 'd.jsonl': lines(...rows(9), { ...row(10), input_messages: 'Query' }) });
    expect(findings).toMatchObject([
      { severity: 'error', message: 'Line 10: input_messages must be a list of messages, not a string', location: { line: 10 } },
    ]);
  });

  test('"Sidecar not found is a warning, not error": the log of the process has it', async () => {
    const { folder } = await createWorkspace({ 'dataset.jsonl': lines(row(1)) });
    const warnings: Error[] = [];
    const listen = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', listen);
    onTestFinished(() => void process.off('warning', listen));
    expect(await loadEvalCases(join(folder, 'dataset.jsonl'), { verbose: true, workingDirectory: folder })).toHaveLength(1);
    await expect.poll(() => warnings.map(({ message }) => message)).toEqual([expect.stringContaining('there is no dataset.yaml beside this file')]);
  });

  test('"Sidecar not found is a warning, not error": only when asked to say more', async () => {
    const { folder } = await createWorkspace({ 'dataset.jsonl': lines(row(1, { evaluators: [{ type: 'contains', value: 'Query' }] })) });
    const args = ['run', 'dataset.jsonl', '--target', 'mock', '--strict'];
    const quiet = await runAssay([...args, '--out', 'quiet'], { cwd: folder });
    const verbose = await runAssay([...args, '--out', 'verbose', '--verbose'], { cwd: folder });
    expect(quiet.stderr).not.toContain('dataset.yaml');
    expect(verbose.stderr).toContain('there is no dataset.yaml beside this file; defaults are used');
    expect([quiet.exitCode, verbose.exitCode]).toEqual([0, 0]);
  });
});

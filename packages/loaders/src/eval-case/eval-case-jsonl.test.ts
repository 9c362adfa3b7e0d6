import { join } from 'node:path';
import type { Diagnostic, EvalCase, LocatedCase } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { definitions } from '../../test/definitions.js';
import { jsonl, line } from '../../test/jsonl-files.js';
import { findingsOf, projectFolder, shown } from '../../test/project-folder.js';
import { checkSuite } from '../check-suite.js';
import { loadEvalCases, streamEvalCases } from '../load-eval-cases.js';
import { loadSuite } from '../load-suite.js';

const ids = (cases: readonly EvalCase[]): string[] => cases.map(({ id }) => id);

describe('line parsing', () => {
  test('one line is one case (Parse valid single-line JSONL)', async () => {
    const cases = await loadEvalCases(await jsonl('{"id": "test-1", "expected_outcome": "Goal", "input_messages": [{"role": "user", "content": "Query"}]}\n'));
    expect(cases).toHaveLength(1);
    expect(cases[0]).toMatchObject({ id: 'test-1', expectedOutcome: 'Goal', inputMessages: [{ role: 'user', content: 'Query' }] });
  });

  test('lines are cases in order, with or without a last newline (Parse multi-line JSONL)', async () => {
    const text = [line(1), line(2), line(3)].join('\n');
    expect(ids(await loadEvalCases(await jsonl(text)))).toEqual(['1', '2', '3']);
    expect(ids(await loadEvalCases(await jsonl(`${text}\n`)))).toEqual(['1', '2', '3']);
  });

  test('empty and whitespace-only lines are skipped and counted as lines (Skip empty lines)', async () => {
    const suite = await loadSuite(await jsonl(`${line(1)}\n\n${line(2)}\n   \t\n${line(3)}\n\n`));
    const found: LocatedCase[] = [];
    for await (const located of suite.cases()) found.push(located);
    expect(found.map(({ evalCase, location }) => [evalCase.id, location.line])).toEqual([['1', 1], ['2', 3], ['3', 5]]);
  });

  test('one case is had by its line, however wrong other lines are', async () => {
    const file = await jsonl(`${line(1)}\n\n{"id": "no goal"}\nnot JSON\n${line(5)}\n${line(5)}`, { 'dataset.yaml': 'evaluators: [{ type: contains, value: x }]\n' });
    const suite = await loadSuite(file);
    expect(await suite.caseAt?.(5)).toMatchObject({ evalCase: { id: '5', evaluators: [{ type: 'contains' }] }, location: { line: 5 } });
    expect(await suite.caseAt?.(1)).toMatchObject({ evalCase: { id: '1' } });
    expect((await findingsOf(suite.caseAt?.(4) ?? Promise.resolve()))[0]).toMatchObject({ severity: 'error', location: { line: 4 } });
    expect(await suite.caseAt?.(7)).toBeUndefined();
  });

  test('malformed JSON throws with "Line 5: Invalid JSON" and the parser’s details (Error on malformed JSON)', async () => {
    const bad = '{"id": "test-5", "expected_outcome": "Goal 5" "input_messages": []}';
    const file = await jsonl([line(1), line(2), line(3), line(4), bad].join('\n'));
    const [finding] = await findingsOf(loadEvalCases(file, { workingDirectory: join(file, '..') }));
    expect(shown(finding as Diagnostic)).toMatch(/^dataset\.jsonl:5:47 error invalid-json: Line 5: Invalid JSON: Expected ',' or '\}' after property value -> /u);
  });

  test('the line number is the true one (Line number in parse errors)', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => line(index + 1));
    lines[41] = '{"id": nope}';
    await expect(loadEvalCases(await jsonl(lines.join('\n')))).rejects.toThrow(/^Line 42: Invalid JSON: Unexpected token/u);
  });

  test('the cases before a bad line are delivered first', async () => {
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      for await (const { id } of streamEvalCases(await jsonl(`${line(1)}\n${line(2)}\n{\n${line(3)}\n`))) seen.push(id);
    };
    await expect(read()).rejects.toThrow('Line 3: Invalid JSON');
    expect(seen).toEqual(['1', '2']);
  });

  test('a case without a required field is skipped with a warning that names line and field (Error on missing required fields)', async () => {
    const found: Diagnostic[] = [];
    const file = await jsonl(`${line(1)}\n${line(2)}\n{"id": "test-3", "input_messages": [{"role": "user", "content": "Q"}]}\n${line(4)}\n`);
    const cases = await loadEvalCases(file, { report: (finding) => found.push(finding), workingDirectory: join(file, '..') });
    expect(ids(cases)).toEqual(['1', '2', '4']);
    expect(found.map(shown)).toEqual([
      'dataset.jsonl:3:1 warning missing-field: Line 3: missing expected_outcome -> add expected_outcome: what a good reply achieves, in words',
    ]);
  });

  test('a field of the wrong type names line, field and expected type (Field validation errors reference line)', async () => {
    const lines = Array.from({ length: 9 }, (_, index) => line(index + 1));
    const file = await jsonl([...lines, '{"id": "ten", "expected_outcome": "G", "input_messages": "Q"}'].join('\n'));
    const found = await findingsOf(loadEvalCases(file, { workingDirectory: join(file, '..') }));
    expect(found.map(shown)).toEqual([
      'dataset.jsonl:10:58 error invalid-field: Line 10: input_messages must be a list of messages, not a string -> write input: "…" for a single user message, or a list of messages with role and content',
    ]);
  });

  test('an id that stands twice is an error that shows both places', async () => {
    const file = await jsonl(`${line('a')}\n\n${line('b')}\n${line('a')}\n`);
    const [finding] = await findingsOf(loadEvalCases(file, { workingDirectory: join(file, '..') }));
    expect(finding).toMatchObject({
      code: 'duplicate-id',
      message: 'Line 4: two cases have the id "a"',
      location: { file: 'dataset.jsonl', line: 4, column: 7 },
      related: { message: 'the first one is here', location: { file: 'dataset.jsonl', line: 1, column: 1 } },
    });
  });

  test('the number 1 and the string "1" are the same id', async () => {
    await expect(loadEvalCases(await jsonl(`${line(1)}\n${line('1')}\n`))).rejects.toThrow('Line 2: two cases have the id "1"');
  });
});

describe('reading', () => {
  test.each([
    ['a byte order mark', `\uFEFF${line('ä')}\n${line(2)}\n`, ['ä', '2']],
    ['CRLF line ends', `${line(1)}\r\n\r\n${line(2)}\r\n`, ['1', '2']],
  ])('%s does no harm', async (_, text, expected) => {
    expect(ids(await loadEvalCases(await jsonl(text)))).toEqual(expected);
  });

  test('a suite can be read again, also after it was left in the middle', async () => {
    const suite = await loadSuite(await jsonl(`${line(1)}\n${line(2)}\n${line(3)}\n`));
    for await (const { evalCase } of suite.cases()) if (evalCase.id === '2') break;
    const seen: string[] = [];
    for await (const { evalCase } of suite.cases()) seen.push(evalCase.id);
    expect(seen).toEqual(['1', '2', '3']);
    expect(suite.size).toBeUndefined();
  });

  test('cases may be asked for without waiting for the last answer', async () => {
    const text = Array.from({ length: 5000 }, (_, index) => line(index)).join('\n');
    const iterator = (await loadSuite(await jsonl(text))).cases()[Symbol.asyncIterator]();
    const steps = await Promise.all(Array.from({ length: 5001 }, () => iterator.next()));
    expect(steps.slice(0, 5000).map((step) => (step.done === true ? '' : step.value.evalCase.id))).toEqual(Array.from({ length: 5000 }, (_, index) => String(index)));
    expect(steps[5000]?.done).toBe(true);
  });

  test('after its end, or an error, there are no more cases', async () => {
    const iterator = (await loadSuite(await jsonl(`${line(1)}\n{`))).cases()[Symbol.asyncIterator]();
    await iterator.next();
    await expect(iterator.next()).rejects.toThrow('Line 2');
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });
});

describe('the sidecar', () => {
  const SIDECAR = 'description: Test dataset\ndataset: my-tests\nexecution:\n  target: azure_base\nevaluator: llm_judge\n';

  test('its metadata are defaults for all cases (Load metadata from sidecar YAML)', async () => {
    const suite = await loadSuite(await jsonl(line(1), { 'dataset.yaml': SIDECAR }));
    expect(suite).toMatchObject({ name: 'my-tests', description: 'Test dataset', execution: { target: 'azure_base' } });
    const [only] = await loadEvalCases(suite.file);
    expect(only?.execution).toStrictEqual({ target: 'azure_base' });
    expect(only?.evaluators).toStrictEqual([{ name: 'llm_judge', type: 'llm_judge', weight: 1, options: {} }]);
  });

  test('without one there are defaults and no error (Use defaults when sidecar not found)', async () => {
    const found: Diagnostic[] = [];
    const suite = await loadSuite(await jsonl(line(1)), { report: (finding) => found.push(finding) });
    const [only] = await loadEvalCases(suite.file);
    expect(suite).toMatchObject({ name: 'dataset', description: '', execution: { target: 'default' } });
    expect(only?.execution).toStrictEqual({ target: 'default' });
    expect(only?.evaluators.map(({ type }) => type)).toEqual(['llm_judge']);
    expect(found).toEqual([]);
  });

  test('a missing one is reported on request and does no harm (Sidecar not found is a warning, not error)', async () => {
    const found: Diagnostic[] = [];
    const file = await jsonl(line(1));
    expect(await loadEvalCases(file, { verbose: true, report: (finding) => found.push(finding) })).toHaveLength(1);
    expect(found).toMatchObject([{ severity: 'info', code: 'no-sidecar', message: 'there is no dataset.yaml beside this file; defaults are used' }]);
  });

  test('only the same base name is looked for (Look for companion YAML with same base name)', async () => {
    const folder = await projectFolder({ 'evals/subfolder/mytest.jsonl': line(1), 'evals/subfolder/dataset.yaml': SIDECAR });
    const file = join(folder, 'evals/subfolder/mytest.jsonl');
    expect((await loadSuite(file)).name).toBe('mytest');
    const other = await projectFolder({ 'evals/subfolder/mytest.jsonl': line(1), 'evals/subfolder/mytest.yml': SIDECAR });
    const found: Diagnostic[] = [];
    expect((await loadSuite(join(other, 'evals/subfolder/mytest.jsonl'), { report: (finding) => found.push(finding) })).name).toBe('mytest');
    expect(found.map(({ code, message }) => [code, message])).toEqual([
      ['not-a-sidecar', expect.stringMatching(/is called mytest\.yaml$/u)],
    ]);
  });

  test('an invalid one is an error at its own place', async () => {
    const file = await jsonl(line(1), { 'dataset.yaml': 'description: x\nexecution: azure\n' });
    expect((await findingsOf(loadEvalCases(file, { workingDirectory: join(file, '..') }))).map(shown)).toEqual([
      'dataset.yaml:2:12 error invalid-field: execution must be a mapping, not a string -> write execution: { target: NAME }',
    ]);
  });

  test('a suite of the same name is no sidecar, and that is said', async () => {
    const found: Diagnostic[] = [];
    const file = await jsonl(line(1), { 'dataset.yaml': 'dataset: other\nevalcases: []\n' });
    expect((await loadSuite(file, { report: (finding) => found.push(finding) })).name).toBe('dataset');
    expect(found.map(({ code }) => code)).toEqual(['not-a-sidecar']);
  });
});

describe('per-case overrides', () => {
  const load = async (more: Readonly<Record<string, unknown>>): Promise<EvalCase | undefined> => {
    const sidecar = 'execution:\n  target: azure_base\nevaluator: llm_judge\n';
    const [first, second] = await loadEvalCases(await jsonl(`${line(1, more)}\n${line(2)}\n`, { 'dataset.yaml': sidecar }), { definitions });
    expect(second).toMatchObject({ execution: { target: 'azure_base' }, evaluators: [{ type: 'llm_judge' }] });
    return first;
  };

  test('of the target hold for this case only (Override execution target per case)', async () => {
    expect((await load({ execution: { target: 'openai_gpt4' } }))?.execution).toStrictEqual({ target: 'openai_gpt4' });
  });

  test('of the evaluators hold for this case only (Override evaluators per case)', async () => {
    expect((await load({ evaluators: [{ type: 'rubric', rubrics: ['Must be polite'] }] }))?.evaluators).toStrictEqual([
      { name: 'rubric', type: 'rubric', weight: 1, options: { rubrics: ['Must be polite'] } },
    ]);
  });

  test('leave what they do not name (Merge defaults with per-case fields)', async () => {
    const merged = await load({ execution: { target: 'openai' } });
    expect(merged?.execution.target).toBe('openai');
    expect(merged?.evaluators.map(({ type }) => type)).toEqual(['llm_judge']);
  });

  test('all fields are preserved (All eval case fields supported in JSONL)', async () => {
    const full = {
      conversation_id: 'conv-1',
      expected_messages: [{ role: 'assistant', content: 'A' }],
      execution: { target: 'azure' },
      evaluators: [{ name: 'judge', type: 'llm_judge', weight: 2 }],
      rubrics: ['Polite', { description: 'Short', weight: 2 }],
      weight: 0.5,
      tags: ['a', { b: 'c' }],
      context: { data: [1] },
    };
    expect(await load(full)).toStrictEqual({
      id: '1',
      conversationId: 'conv-1',
      expectedOutcome: 'Goal 1',
      inputMessages: [{ role: 'user', content: 'Query' }],
      expectedMessages: [{ role: 'assistant', content: 'A' }],
      evaluators: [
        { name: 'rubric', type: 'rubric', weight: 1, options: { rubrics: ['Polite', { description: 'Short', weight: 2 }] } },
        { name: 'judge', type: 'llm_judge', weight: 2, options: {} },
      ],
      execution: { target: 'azure' },
      weight: 0.5,
      tags: ['a', 'b:c'],
      context: { data: [1] },
    });
  });
});

describe('checking a whole file', () => {
  test('goes on after a bad line and lists all findings', async () => {
    const file = await jsonl(`${line(1)}\n{bad\n${line(2, { weight: -1 })}\n{"id":"x"}\n${line(1)}\n${line(3, { wieght: 1 })}\n`);
    const found: Diagnostic[] = [];
    const counts = await checkSuite(file, { workingDirectory: join(file, '..'), report: (finding) => found.push(finding) });
    expect(counts).toEqual({ cases: 2, skipped: 1, errors: 3, warnings: 2 });
    expect(found.map((finding) => shown(finding).replace(/ -> .*/u, ''))).toEqual([
      "dataset.jsonl:2:2 error invalid-json: Line 2: Invalid JSON: Expected property name or '}'",
      'dataset.jsonl:3:99 error invalid-field: Line 3: weight must be >= 0, not the number -1',
      'dataset.jsonl:4:1 warning missing-field: Line 4: missing expected_outcome, missing input_messages',
      'dataset.jsonl:5:7 error duplicate-id: Line 5: two cases have the id "1"',
      'dataset.jsonl:6:90 warning unknown-key: Line 6: unknown key "wieght"; it is ignored',
    ]);
  });
});

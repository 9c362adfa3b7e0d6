import { join } from 'node:path';
import { loadEvalCases } from '@assay/loaders';
import { encodeCase, formatDiagnostic, type Diagnostic, type EvalCase } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { composeReading } from '../../src/runner/reading/compose-reading.js';
import { runAssay } from '../support/commands/warm-assay.js';
import { createWorkspace } from '../support/projects/workspace.js';
import { definitions, lines, load, suiteOf } from './composed-loader.js';

/** The short names as the primary ones, by each of the ways to say so. */

interface Read {
  readonly evalCase: EvalCase | undefined;
  readonly findings: readonly Diagnostic[];
}

async function bySuiteKey(fields: string): Promise<Read> {
  const suite = `alias_precedence: shorthand\n${suiteOf(fields)}`;
  const { cases, findings } = await load('suite.yaml', { 'suite.yaml': suite });
  return { evalCase: cases[0], findings };
}

async function byProjectConfig(fields: string): Promise<Read> {
  const { folder } = await createWorkspace({
    'evals/suite.yaml': suiteOf(fields),
    '.assay/config.yaml': 'alias_precedence: shorthand\n',
  });
  const findings: Diagnostic[] = [];
  const reading = await composeReading({ cwd: folder, env: {}, verbose: false, report: (finding) => findings.push(finding) });
  const suite = await reading.loadSuite('evals/suite.yaml');
  for await (const { evalCase } of suite.cases()) return { evalCase, findings };
  return { evalCase: undefined, findings };
}

async function byOption(fields: string): Promise<Read> {
  const { folder } = await createWorkspace({ 'suite.yaml': suiteOf(fields) });
  const findings: Diagnostic[] = [];
  const [evalCase] = await loadEvalCases(join(folder, 'suite.yaml'), {
    definitions,
    aliasPrecedence: 'shorthand',
    report: (finding) => findings.push(finding),
  });
  return { evalCase, findings };
}

/** The same fields in JSON: the printed case keeps only one spelling, so the values are given. */
async function bySidecar(value: Readonly<Record<string, unknown>>): Promise<Read> {
  const { cases, findings } = await load('d.jsonl', {
    'd.jsonl': lines({ id: 'only', expected_outcome: 'Helps', ...value }),
    'd.yaml': 'alias_precedence: shorthand\n',
  });
  return { evalCase: cases[0], findings };
}

const BOTH_INPUTS = 'input: "New query"\ninput_messages:\n  - role: user\n    content: "Old query"';
const BOTH_OUTPUTS = 'expected_output: { riskLevel: High }\nexpected_messages:\n  - role: assistant\n    content: "Old answer"';

describe.each([
  ['the suite', bySuiteKey],
  ['the project configuration', byProjectConfig],
  ['an option of the loader', byOption],
])('with the short names primary, said by %s', (_, read) => {
  const quiet = async (fields: string): Promise<EvalCase> => {
    const { evalCase, findings } = await read(fields);
    expect(findings.map(formatDiagnostic)).toEqual([]);
    if (!evalCase) expect.fail('the suite has no case');
    return evalCase;
  };

  describe('input', () => {
    test('"String shorthand for single user query"', async () => {
      expect((await quiet('input: "What is 2+2?"')).inputMessages).toStrictEqual([{ role: 'user', content: 'What is 2+2?' }]);
    });

    test('"Full message array"', async () => {
      const { inputMessages } = await quiet('input:\n  - role: system\n    content: "You are a calculator"\n  - role: user\n    content: "What is 2+2?"');
      expect(inputMessages).toStrictEqual([
        { role: 'system', content: 'You are a calculator' },
        { role: 'user', content: 'What is 2+2?' },
      ]);
    });

    test('"input_messages alias"', async () => {
      const { inputMessages } = await quiet('input_messages:\n  - role: user\n    content: "Query"');
      expect(inputMessages).toStrictEqual([{ role: 'user', content: 'Query' }]);
    });
  });

  describe('expected output', () => {
    test('"String shorthand"', async () => {
      expect((await quiet('expected_output: "The answer is 4"')).expectedMessages).toStrictEqual([
        { role: 'assistant', content: 'The answer is 4' },
      ]);
    });

    test('"Structured object"', async () => {
      const { expectedMessages } = await quiet('expected_output:\n  riskLevel: High\n  reasoning: "Explanation"');
      expect(expectedMessages).toStrictEqual([{ role: 'assistant', content: { riskLevel: 'High', reasoning: 'Explanation' } }]);
    });

    test('"Full message array with tool calls"', async () => {
      const { expectedMessages } = await quiet(
        'expected_output:\n  - role: assistant\n    tool_calls:\n      - tool: Read\n        input: { file_path: "config.json" }\n  - role: assistant\n    content: { status: "done" }',
      );
      expect(expectedMessages).toStrictEqual([
        { role: 'assistant', toolCalls: [{ tool: 'Read', input: { file_path: 'config.json' } }] },
        { role: 'assistant', content: { status: 'done' } },
      ]);
    });

    test('"expected_messages alias"', async () => {
      const { expectedMessages } = await quiet('expected_messages:\n  - role: assistant\n    content: "Answer"');
      expect(expectedMessages).toStrictEqual([{ role: 'assistant', content: 'Answer' }]);
    });
  });

  describe('precedence of the short name', () => {
    test('"Both input and input_messages specified"', async () => {
      const { evalCase, findings } = await read(BOTH_INPUTS);
      expect(evalCase?.inputMessages).toStrictEqual([{ role: 'user', content: 'New query' }]);
      expect(findings).toMatchObject([{ severity: 'warning', code: 'alias-conflict', message: 'input and input_messages differ; input is used' }]);
    });

    test('"Both expected_output and expected_messages specified"', async () => {
      const { evalCase, findings } = await read(BOTH_OUTPUTS);
      expect(evalCase?.expectedMessages).toStrictEqual([{ role: 'assistant', content: { riskLevel: 'High' } }]);
      expect(findings).toMatchObject([
        { severity: 'warning', code: 'alias-conflict', message: 'expected_output and expected_messages differ; expected_output is used' },
      ]);
    });

    test('two spellings of the same value are no conflict', async () => {
      const input = await read('input: "Query"\ninput_messages:\n  - role: user\n    content: "Query"');
      const output = await read('expected_output: { a: 1, b: 2 }\nexpected_messages:\n  - role: assistant\n    content: { b: 2, a: 1 }');
      expect([...input.findings, ...output.findings]).toEqual([]);
    });
  });
});

describe('with the short names primary, said by a sidecar', () => {
  test('"Both input and input_messages specified"', async () => {
    const { evalCase, findings } = await bySidecar({ input: 'New query', input_messages: [{ role: 'user', content: 'Old query' }] });
    expect(evalCase?.inputMessages).toStrictEqual([{ role: 'user', content: 'New query' }]);
    expect(findings).toMatchObject([{ message: 'Line 1: input and input_messages differ; input is used' }]);
  });

  test('"Both expected_output and expected_messages specified"', async () => {
    const { evalCase } = await bySidecar({
      input: 'Query',
      expected_output: { riskLevel: 'High' },
      expected_messages: [{ role: 'assistant', content: 'Old answer' }],
    });
    expect(evalCase?.expectedMessages).toStrictEqual([{ role: 'assistant', content: { riskLevel: 'High' } }]);
  });
});

describe('which setting counts', () => {
  test('a suite that says canonical wins over a project that says shorthand', async () => {
    const { folder } = await createWorkspace({
      'suite.yaml': `alias_precedence: canonical\n${suiteOf(BOTH_INPUTS)}`,
      '.assay/config.yaml': 'alias_precedence: shorthand\n',
    });
    const { stdout, stderr, exitCode } = await runAssay(['cases', 'suite.yaml', '--json'], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ input_messages: [{ content: 'Old query' }] });
    expect(stderr).toMatch(/suite\.yaml:5:\d+: warning: input_messages and input differ; input_messages is used\n {2}suite\.yaml:6:\d+: input_messages is here/u);
    expect(exitCode).toBe(0);
  });

  test('the command line reads the project configuration', async () => {
    const { folder } = await createWorkspace({
      'suite.yaml': suiteOf(`${BOTH_INPUTS}\n${BOTH_OUTPUTS}`),
      '.assay/config.yaml': 'alias_precedence: shorthand\n',
    });
    const { stdout } = await runAssay(['cases', 'suite.yaml', '--json'], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({
      input_messages: [{ role: 'user', content: 'New query' }],
      expected_messages: [{ role: 'assistant', content: { riskLevel: 'High' } }],
    });
  });

  test('a printed case reads the same under either setting', async () => {
    const { evalCase } = await bySuiteKey(`${BOTH_INPUTS}\n${BOTH_OUTPUTS}`);
    if (!evalCase) expect.fail('the suite has no case');
    const printed = lines(encodeCase(evalCase));
    const canonical = await load('d.jsonl', { 'd.jsonl': printed });
    const shorthand = await load('d.jsonl', { 'd.jsonl': printed }, { aliasPrecedence: 'shorthand' });
    expect(canonical.cases).toStrictEqual([evalCase]);
    expect(shorthand.cases).toStrictEqual([evalCase]);
    expect([...canonical.findings, ...shorthand.findings]).toEqual([]);
  });

  test.each(['short', '1', '[canonical]'])('alias_precedence: %s is an error that lists the choices', async (value) => {
    const { findings } = await load('suite.yaml', { 'suite.yaml': `alias_precedence: ${value}\n${suiteOf('')}` });
    expect(findings).toMatchObject([{ severity: 'error', location: { line: 1 }, message: expect.stringContaining('canonical or shorthand') }]);
  });
});

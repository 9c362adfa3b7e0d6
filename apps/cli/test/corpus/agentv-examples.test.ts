import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatDiagnostic, isJsonObject, shellArgv, type Diagnostic, type EvalCase, type EvaluatorConfig, type JsonValue, type Suite } from '@assay/schema';
import { externalFolder } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { composeReading } from '../../src/runner/reading/compose-reading.js';
import { runAssay } from '../support/commands/warm-assay.js';
import { createWorkspace } from '../support/projects/workspace.js';

/** Eval suites that others wrote for their own tool, which are no part of this repository. */
const { folder: FEATURES, absent, note } = externalFolder('ASSAY_CORPUS', 'agentv-examples/examples/features');

interface Read {
  readonly suite: Suite;
  readonly cases: readonly EvalCase[];
  readonly findings: readonly string[];
}

/** Reads a suite as the command line does in the project's folder. */
async function read(file: string, folder = FEATURES): Promise<Read> {
  const found: Diagnostic[] = [];
  const reading = await composeReading({ cwd: folder, env: {}, verbose: true, report: (finding) => found.push(finding) });
  const suite = await reading.loadSuite(join(folder, file));
  const cases: EvalCase[] = [];
  for await (const { evalCase } of suite.cases()) cases.push(evalCase);
  return { suite, cases, findings: found.map(formatDiagnostic) };
}

/** `name: type ×weight`, with the members and weights of composites in brackets. */
function shown({ name, type, weight, options }: EvaluatorConfig | (Record<string, JsonValue> & EvaluatorConfig)): string {
  const members: JsonValue | undefined = options['evaluators'];
  if (!Array.isArray(members)) return `${name}: ${type} ×${weight}`;
  const inner = members.map((member: JsonValue) => {
    if (!isJsonObject(member)) return expect.fail('a member is no mapping');
    const { name: own, type: kind, weight: share, ...rest } = member;
    return shown({ name: String(own), type: String(kind), weight: Number(share), options: rest });
  });
  const aggregator = isJsonObject(options['aggregator']) ? options['aggregator'] : {};
  const weights = isJsonObject(aggregator['weights']) ? Object.entries(aggregator['weights']).map(([key, value]) => `${key} ${value}`) : [];
  const how = [String(aggregator['type']), ...weights].join(' ');
  return `${name}: ${type} ×${weight} [${inner.join(', ')} | ${how}]`;
}

const table = (cases: readonly EvalCase[]): Record<string, readonly string[]> =>
  Object.fromEntries(cases.map(({ id, evaluators }) => [id, evaluators.map(shown)]));

const SUITES: readonly { readonly file: string; readonly name: string; readonly target: string; readonly cases: Record<string, readonly string[]> }[] = [
  {
    file: 'rubric/evals/dataset.yaml',
    name: 'dataset',
    target: 'default',
    cases: {
      'code-explanation-simple': ['rubric: rubric ×1'],
      'technical-writing-detailed': ['rubric: rubric ×1'],
      'code-quality-multi-eval': ['rubric: rubric ×1', 'python_syntax: code_judge ×1'],
      'summary-task': ['llm_judge: llm_judge ×1'],
    },
  },
  {
    file: 'weighted-evaluators/evals/dataset.yaml',
    name: 'weighted-evaluators-examples',
    target: 'default',
    cases: {
      'weighted-multi-evaluator': ['safety-check: llm_judge ×3', 'quality-check: llm_judge ×2', 'style-check: llm_judge ×1'],
      'experimental-evaluator-disabled': ['accuracy: llm_judge ×1', 'experimental-metric: llm_judge ×0'],
      'equal-weights-default': ['correctness: llm_judge ×1', 'completeness: llm_judge ×1', 'clarity: llm_judge ×1'],
    },
  },
  {
    file: 'composite/evals/dataset.yaml',
    name: 'composite-evaluator-examples',
    target: 'default',
    cases: {
      'weighted-average-example': [
        'release_gate: composite ×1 [safety: llm_judge ×1, quality: llm_judge ×1 | weighted_average safety 0.3 quality 0.7]',
      ],
      'code-judge-safety-gate': ['safety_gate: composite ×1 [safety: llm_judge ×1, quality: llm_judge ×1 | code_judge]'],
      'llm-judge-conflict-resolution': ['final_decision: composite ×1 [conciseness: llm_judge ×1, detail: llm_judge ×1 | llm_judge]'],
      'nested-composite': [
        'comprehensive_evaluation: composite ×1 [content_quality: composite ×1 [accuracy: llm_judge ×1, clarity: llm_judge ×1 | weighted_average accuracy 0.6 clarity 0.4], safety: llm_judge ×1 | weighted_average content_quality 0.7 safety 0.3]',
      ],
    },
  },
  {
    file: 'tool-trajectory-simple/evals/dataset.yaml',
    name: 'dataset',
    target: 'mock_agent',
    cases: {
      'any-order-pass': ['tool-usage-check: tool_trajectory ×1'],
      'in-order-pass': ['workflow-sequence: tool_trajectory ×1'],
      'exact-auth-flow': ['auth-sequence-exact: tool_trajectory ×1'],
      'metrics-check': ['metrics-tools: tool_trajectory ×1'],
      'partial-match': ['tool-check: tool_trajectory ×1'],
      'exact-args-match': ['arg-validation: tool_trajectory ×1'],
      'skip-args-validation': ['workflow-sequence-only: tool_trajectory ×1'],
    },
  },
];

const JSONL_CASES = {
  'code-review-javascript': { target: 'default', input: 2, expected: 1 },
  'code-gen-python': { target: 'azure_base', input: 2, expected: 0 },
  'feature-proposal-brainstorm': { target: 'default', input: 2, expected: 0 },
  'multiturn-debug-session': { target: 'default', input: 4, expected: 1 },
  'shorthand-string-example': { target: 'default', input: 1, expected: 1 },
  'shorthand-structured-output': { target: 'default', input: 1, expected: 1 },
  'shorthand-array-syntax': { target: 'default', input: 2, expected: 1 },
};

const MISSING = ['../basic/evals/javascript.instructions.md', '../basic/evals/python.instructions.md'];

/** The JSONL suite in a project of its own, with the files that the folder lacks. */
async function completeProject(): Promise<string> {
  const { folder } = await createWorkspace({
    'basic/evals/javascript.instructions.md': 'Rules for JavaScript.',
    'basic/evals/python.instructions.md': 'Rules for Python.',
  });
  await cp(join(FEATURES, 'basic-jsonl'), join(folder, 'basic-jsonl'), { recursive: true });
  await cp(join(FEATURES, '.agentv'), join(folder, '.agentv'), { recursive: true });
  return folder;
}

describe.skipIf(absent)(`suites written by others${note}`, () => {
  test.each(SUITES)('$file: every case with the names, types and weights of its evaluators, and no finding', async ({ file, name, target, cases }) => {
    const found = await read(file);
    expect(found.findings).toEqual([]);
    expect(found.suite).toMatchObject({ name, size: Object.keys(cases).length });
    expect(table(found.cases)).toEqual(cases);
    expect(new Set(found.cases.map(({ execution }) => execution.target))).toEqual(new Set([target]));
  });

  test('rubrics keep their ids, weights and what is required', async () => {
    const { cases } = await read('rubric/evals/dataset.yaml');
    const rubrics = Object.fromEntries(cases.map(({ id, evaluators }) => [id, evaluators[0]?.options['rubrics']]));
    expect(rubrics['code-explanation-simple']).toHaveLength(3);
    expect(rubrics['code-quality-multi-eval']).toHaveLength(4);
    expect(rubrics['technical-writing-detailed']).toMatchObject([
      { id: 'structure', weight: 1, required: true },
      { id: 'success-codes', weight: 2, required: true },
      { id: 'client-errors', weight: 2, required: true },
      { id: 'server-errors', weight: 1.5, required: false },
      { id: 'practical-examples', weight: 1, required: false },
    ]);
  });

  test('what a composite’s script is runs in a shell, as a line that is a script does, and the arguments of expected calls are kept as written', async () => {
    const [, gate] = (await read('composite/evals/dataset.yaml')).cases;
    expect(gate?.evaluators[0]?.options['aggregator']).toEqual({ type: 'code_judge', path: [...shellArgv('node ../scripts/safety-gate-aggregator.js')] });
    const calls = (await read('tool-trajectory-simple/evals/dataset.yaml')).cases.slice(-2).map(({ evaluators }) => evaluators[0]?.options['expected']);
    expect(calls).toEqual([
      [
        { tool: 'search', args: { query: 'weather Paris' } },
        { tool: 'get_weather', args: { location: 'Paris' } },
      ],
      [
        { tool: 'load_data', args: { source: 'customers' } },
        { tool: 'transform', args: 'any' },
        { tool: 'save_data', args: 'any' },
      ],
    ]);
  });

  test('the JSONL suite with its sidecar: every case, and guidelines by the project’s patterns', async () => {
    const { suite, cases, findings } = await read('basic-jsonl/evals/dataset.jsonl', await completeProject());
    expect(findings).toEqual([]);
    expect(suite.name).toBe('basic-jsonl');
    expect(
      Object.fromEntries(
        cases.map(({ id, execution, inputMessages, expectedMessages }) => [
          id,
          { target: execution.target, input: inputMessages.length, expected: expectedMessages.length },
        ]),
      ),
    ).toEqual(JSONL_CASES);
    expect(table(cases)).toEqual(Object.fromEntries(Object.keys(JSONL_CASES).map((id) => [id, ['llm_judge: llm_judge ×1']])));
    expect(cases.slice(0, 2).map(({ inputMessages }) => inputMessages[1]?.content)).toMatchObject([
      [{ type: 'text' }, { type: 'file', value: MISSING[0], guideline: true, text: 'Rules for JavaScript.' }],
      [{ type: 'text' }, { type: 'file', value: MISSING[1], guideline: true, text: 'Rules for Python.' }],
    ]);
    expect(cases.find(({ id }) => id === 'shorthand-structured-output')?.expectedMessages[0]?.content).toMatchObject({ riskLevel: 'Low', confidence: 0.95 });
    expect(cases.find(({ id }) => id === 'code-gen-python')?.conversationId).toBe('python-code-generation');
  });

  test('assay validate over the folder finds the two files that are missing, and nothing else', async () => {
    const { exitCode, stdout, stderr } = await runAssay(['validate', '.', '--json', '--verbose'], { cwd: FEATURES });
    const { diagnostics, ...rest } = JSON.parse(stdout) as { diagnostics: readonly Record<string, unknown>[] };
    expect(rest).toEqual({ valid: false, suites: 5, cases: 23, settings: [], counts: { error: 2, warning: 0, info: 1 }, more: [] });
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: 'info', code: 'skipped-file', file: 'basic-jsonl/evals/dataset.yaml' }),
      ...MISSING.map((file, index) =>
        expect.objectContaining({
          severity: 'error',
          code: 'file-reference',
          message: expect.stringContaining(`Line ${index + 1}: the file ${JSON.stringify(file)} was not found`),
          file: 'basic-jsonl/evals/dataset.jsonl',
          line: index + 1,
        }),
      ),
    ]);
    expect(stderr).toBe('');
    expect(exitCode).toBe(2);
  });

  test('with the two files there is nothing left to find, strictly', async () => {
    const { exitCode, stdout, stderr } = await runAssay(['validate', '.', '--strict'], { cwd: await completeProject() });
    expect([stdout, stderr, exitCode]).toEqual([expect.stringMatching(/^valid: 1 suite, 7 cases, 0 errors, 0 warnings/u), '', 0]);
  });

  test('the targets of the project are read, also those whose providers are not installed', async () => {
    const { exitCode, stdout, stderr } = await runAssay(['list', 'targets', '--json'], { cwd: FEATURES });
    expect((JSON.parse(stdout) as { name: string; description: string }[]).map(({ name, description }) => `${name}: ${description.split(' ', 1)[0]}`)).toEqual([
      'default: azure',
      'vscode: vscode',
      'codex: codex',
      'vscode_projectx: vscode',
      'vscode_insiders_projectx: vscode-insiders',
      'azure_base: azure',
      'gemini_base: gemini',
      'pi: pi-coding-agent',
      'claude-code: claude-code',
    ]);
    expect([stderr, exitCode]).toEqual(['', 0]);
  });

  test('a target that is chosen has to be usable: its provider, its variables', async () => {
    const dry = (target: string, env: Record<string, string> = {}) =>
      runAssay(['run', 'rubric/evals/dataset.yaml', '--target', target, '--judge', 'azure_base', '--dry-run'], { cwd: FEATURES, env });
    const unknown = await dry('vscode');
    expect(unknown.stderr).toMatch(/\.agentv\/targets\.yaml:14:15[^]*unknown provider "vscode"/u);
    const unset = await dry('azure_base');
    expect(unset.stderr).toMatch(/azure_base[^]*AZURE_OPENAI_ENDPOINT/u);
    expect([unknown.exitCode, unset.exitCode]).toEqual([2, 2]);
    const ready = await dry('azure_base', {
      AZURE_OPENAI_ENDPOINT: 'http://127.0.0.1:9',
      AZURE_OPENAI_API_KEY: 'k',
      AZURE_DEPLOYMENT_NAME: 'm',
      AZURE_OPENAI_API_VERSION: '2024-12-01-preview',
    });
    expect(ready).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('azure_base') });
    expect(ready.stderr).not.toContain('warning: unknown');
  });

  test('nothing in the folder is changed by reading it', async () => {
    const file = join(FEATURES, 'rubric/evals/dataset.yaml');
    const before = await readFile(file, 'utf8');
    await read('rubric/evals/dataset.yaml');
    expect(await readFile(file, 'utf8')).toBe(before);
    expect(existsSync(join(FEATURES, '.assay'))).toBe(false);
  });
});

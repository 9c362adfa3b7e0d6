import { join } from 'node:path';
import type { Diagnostic, EvalCase, LoadOptions } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { definitions } from '../../test/definitions.js';
import { findingsOf, projectFolder, shown } from '../../test/project-folder.js';
import { loadEvalCases } from '../load-eval-cases.js';

/** The case that this text is, in a suite of its own. */
async function loadCase(text: string, options: LoadOptions = {}): Promise<EvalCase> {
  const indented = text.trimEnd().replaceAll('\n', '\n    ');
  const folder = await projectFolder({ 'suite.yaml': `evalcases:\n  - id: one\n    ${indented}\n` });
  const [only, ...more] = await loadEvalCases(join(folder, 'suite.yaml'), { definitions, ...options });
  expect(more).toEqual([]);
  if (!only) throw new TypeError('the case was skipped');
  return only;
}

async function caseFindings(text: string, options: LoadOptions = {}): Promise<readonly string[]> {
  const found = await findingsOf(loadCase(text, { workingDirectory: '/', ...options }));
  return found.map((finding) => shown(finding).replace(/^\S*\/(?=suite\.yaml)/u, ''));
}

const BASE = 'expected_outcome: Goal\ninput: Query';

describe('the expected outcome', () => {
  test('expected_outcome is the primary field (Parse expected_outcome)', async () => {
    expect((await loadCase('expected_outcome: "Goal"\ninput: Q')).expectedOutcome).toBe('Goal');
  });

  test.each(['outcome', 'criteria'])('%s is an alias of it (Parse outcome alias)', async (key) => {
    expect((await loadCase(`${key}: "Goal"\ninput: Q`)).expectedOutcome).toBe('Goal');
  });
});

describe('rubrics and evaluators', () => {
  test('inline rubrics configure an evaluator of type rubric (Inline Rubrics Definition)', async () => {
    const { evaluators } = await loadCase(`${BASE}\nrubrics:\n  - "Must be polite"`);
    expect(evaluators).toStrictEqual([
      { name: 'rubric', type: 'rubric', weight: 1, options: { rubrics: ['Must be polite'] } },
    ]);
  });

  test('a rubric evaluator can be configured explicitly, with a model (Explicit Configuration)', async () => {
    const { evaluators } = await loadCase(`${BASE}\nevaluators:\n  - type: rubric\n    rubrics: ["Must be polite"]\n    model: "gpt-4"`);
    expect(evaluators).toStrictEqual([
      { name: 'rubric', type: 'rubric', weight: 1, options: { rubrics: ['Must be polite'], model: 'gpt-4' } },
    ]);
  });

  test('inline rubrics come first and are numbered if their name is taken', async () => {
    const { evaluators } = await loadCase(`${BASE}\nrubrics: [Polite]\nexecution:\n  evaluators:\n    - name: rubric\n      type: llm_judge\n    - rubric-free`, { definitions: undefined });
    expect(evaluators.map(({ name, type }) => [name, type])).toEqual([
      ['rubric-2', 'rubric'],
      ['rubric', 'llm_judge'],
      ['rubric-free', 'rubric-free'],
    ]);
  });

  test('per-tool minimums are kept (Configure tool_trajectory evaluator with minimums)', async () => {
    const { evaluators } = await loadCase(`${BASE}\nevaluators:\n  - name: minimum_search_calls\n    type: tool_trajectory\n    mode: any_order\n    minimums:\n      knowledgeSearch: 3`);
    expect(evaluators).toStrictEqual([
      { name: 'minimum_search_calls', type: 'tool_trajectory', weight: 1, options: { mode: 'any_order', minimums: { knowledgeSearch: 3 } } },
    ]);
  });

  test('the expected sequence is kept (Configure tool_trajectory evaluator with expected sequence)', async () => {
    const { evaluators } = await loadCase(`${BASE}\nevaluators:\n  - type: tool_trajectory\n    mode: in_order\n    expected:\n      - tool: knowledgeSearch\n      - tool: knowledgeSearch`);
    expect(evaluators[0]?.options).toStrictEqual({ mode: 'in_order', expected: [{ tool: 'knowledgeSearch' }, { tool: 'knowledgeSearch' }] });
  });

  test('an invalid mode fails and the supported modes are mentioned (Reject invalid tool_trajectory mode)', async () => {
    expect(await caseFindings(`${BASE}\nevaluators:\n  - type: tool_trajectory\n    mode: sometimes\n    expected: [{ tool: knowledgeSearch }]`)).toEqual([
      'suite.yaml:7:15 error invalid-option: evaluator "tool_trajectory": mode must be one of any_order, in_order, exact, not "sometimes"',
    ]);
  });

  test('a script given as argv is preserved (Configure code_judge with argv script)', async () => {
    const { evaluators } = await loadCase(`${BASE}\nevaluators:\n  - type: code_judge\n    script: ["bun", "run", "validate.ts"]\n    extra: 1`);
    expect(evaluators[0]?.options).toStrictEqual({ script: ['bun', 'run', 'validate.ts'], extra: 1 });
  });

  test.runIf(process.platform !== 'win32')('a string script becomes a shell argv (Convert string scripts for backward compatibility)', async () => {
    const { evaluators } = await loadCase(`${BASE}\nevaluators:\n  - type: code_judge\n    script: bun run validate.ts`);
    expect(evaluators[0]?.options).toStrictEqual({ script: ['sh', '-c', 'bun run validate.ts'] });
  });

  test.runIf(process.platform !== 'win32')('members and aggregators of a composite are normalized too', async () => {
    const { evaluators } = await loadCase(`${BASE}
evaluators:
  - type: composite
    evaluators:
      - { type: code_judge, script: check, weight: 2 }
      - llm-judge
      - { type: composite, evaluators: [llm_judge, llm_judge] }
    aggregator: { type: code_judge, script: join }`);
    expect(evaluators[0]?.options).toStrictEqual({
      evaluators: [
        { name: 'code_judge', type: 'code_judge', weight: 2, script: ['sh', '-c', 'check'] },
        { name: 'llm_judge', type: 'llm_judge', weight: 1 },
        {
          name: 'composite',
          type: 'composite',
          weight: 1,
          evaluators: [
            { name: 'llm_judge', type: 'llm_judge', weight: 1 },
            { name: 'llm_judge-2', type: 'llm_judge', weight: 1 },
          ],
        },
      ],
      aggregator: { type: 'code_judge', script: ['sh', '-c', 'join'] },
    });
  });

  test('names default to the type and are numbered when repeated', async () => {
    const { evaluators } = await loadCase(`${BASE}\nevaluators: [llm_judge, llm_judge, { type: rubric, rubrics: [a] }]`);
    expect(evaluators.map(({ name }) => name)).toEqual(['llm_judge', 'llm_judge-2', 'rubric']);
  });

  test('evaluator: NAME is a list of one', async () => {
    const { evaluators } = await loadCase(`${BASE}\nevaluator: llm_judge`);
    expect(evaluators).toStrictEqual([{ name: 'llm_judge', type: 'llm_judge', weight: 1, options: {} }]);
  });
});

describe('the weight of an evaluator', () => {
  test('is read (Parse evaluator weight)', async () => {
    const { evaluators } = await loadCase(`${BASE}\nevaluators:\n  - { name: safety, type: llm_judge, weight: 3 }`);
    expect(evaluators).toStrictEqual([{ name: 'safety', type: 'llm_judge', weight: 3, options: {} }]);
  });

  test.each([['0', 0], ['0.5', 0.5]])('may be %s', async (written, weight) => {
    expect((await loadCase(`${BASE}\nevaluators:\n  - { type: llm_judge, weight: ${written} }`)).evaluators[0]?.weight).toBe(weight);
  });

  test.each([
    ['-1', 'weight must be >= 0, not the number -1'],
    ['high', 'weight must be a finite number, not "high"'],
    ['[1]', 'weight must be a finite number, not a list'],
    ['true', 'weight must be a finite number, not true'],
  ])('weight: %s is rejected (Reject negative weight, Reject non-numeric weight)', async (written, message) => {
    expect(await caseFindings(`${BASE}\nevaluators:\n  - name: safety\n    type: llm_judge\n    weight: ${written}`)).toEqual([
      `suite.yaml:8:17 error invalid-field: evaluator "safety": ${message} -> write a number such as 1, 0.5 or 3; leave it out for 1`,
    ]);
  });
});

describe('numbers that no row could store', () => {
  test.each([
    ['.inf'],
    ['-.Inf'],
    ['.NaN'],
    ['1e999'],
    ['-1.5E+400'],
    ['9'.repeat(309)],
  ])('%s is refused at its place, wherever it stands', async (written) => {
    const shown = written.length > 40 ? `${written.slice(0, 40)}…` : written;
    expect(await caseFindings(`${BASE}\ncontext: { limits: [1, ${written}] }`)).toEqual([
      `suite.yaml:5:28 error invalid-number: a value must be a finite number, not ${shown} -> write one from -1.8e308 to 1.8e308, or put it in quotes as a text`,
    ]);
  });

  test('texts that look like them, and ids that are written like them, stay', async () => {
    const { context } = await loadCase(`${BASE}\ncontext: { a: "1e999", b: version .nan, c: 1e308 }`);
    expect(context).toEqual({ a: '1e999', b: 'version .nan', c: 1e308 });
  });
});

describe('tool calls in expected messages', () => {
  test('are preserved within assistant messages, in flow and block style (Assistant message with tool calls)', async () => {
    const { expectedMessages } = await loadCase(`${BASE}
expected_messages:
  - role: user
    content: "Research branch deactivation"
  - role: assistant
    tool_calls:
      - tool: knowledgeSearch
        input: { query: "branch deactivation process" }
        output: "Found documentation..."
      - tool: other
        input:
          - 1
          - deep: [null, true]
    content: "Let me search for that information..."
  - role: assistant
    content: "Based on the search results..."`);
    expect(expectedMessages).toStrictEqual([
      { role: 'user', content: 'Research branch deactivation' },
      {
        role: 'assistant',
        content: 'Let me search for that information...',
        toolCalls: [
          { tool: 'knowledgeSearch', input: { query: 'branch deactivation process' }, output: 'Found documentation...' },
          { tool: 'other', input: [1, { deep: [null, true] }] },
        ],
      },
      { role: 'assistant', content: 'Based on the search results...' },
    ]);
  });

  test('do not require input (Tool calls without input)', async () => {
    const { expectedMessages } = await loadCase(`${BASE}\nexpected_messages:\n  - role: assistant\n    tool_calls:\n      - tool: knowledgeSearch`);
    expect(expectedMessages).toStrictEqual([{ role: 'assistant', toolCalls: [{ tool: 'knowledgeSearch' }] }]);
  });

  test.each(['args', 'arguments'])('%s is read as input, which is what the case has', async (key) => {
    const found: Diagnostic[] = [];
    const { expectedMessages } = await loadCase(`${BASE}\nexpected_messages:\n  - role: assistant\n    tool_calls:\n      - tool: search\n        ${key}: { q: 1 }`, { report: (finding) => found.push(finding) });
    expect(expectedMessages).toStrictEqual([{ role: 'assistant', toolCalls: [{ tool: 'search', input: { q: 1 } }] }]);
    expect(found).toEqual([]);
  });
});

describe('input', () => {
  test('a string is one user message (String shorthand for single user query)', async () => {
    const { inputMessages } = await loadCase('expected_outcome: G\ninput: "What is 2+2?"');
    expect(inputMessages).toStrictEqual([{ role: 'user', content: 'What is 2+2?' }]);
  });

  test.each(['input', 'input_messages'])('%s may be a list (Array input via alias, Full message array, input_messages alias)', async (key) => {
    const { inputMessages } = await loadCase(`expected_outcome: G\n${key}:\n  - role: system\n    content: "You are a calculator"\n  - role: user\n    content: "What is 2+2?"`);
    expect(inputMessages).toStrictEqual([
      { role: 'system', content: 'You are a calculator' },
      { role: 'user', content: 'What is 2+2?' },
    ]);
  });
});

describe('expected output', () => {
  test('a string is one assistant message (String shorthand)', async () => {
    const { expectedMessages } = await loadCase(`${BASE}\nexpected_output: "The answer is 4"`);
    expect(expectedMessages).toStrictEqual([{ role: 'assistant', content: 'The answer is 4' }]);
  });

  test('a mapping is structured content (Object shorthand for structured output, Structured object)', async () => {
    const { expectedMessages } = await loadCase(`${BASE}\nexpected_output:\n  riskLevel: High\n  reasoning: "Explanation"`);
    expect(expectedMessages).toStrictEqual([{ role: 'assistant', content: { riskLevel: 'High', reasoning: 'Explanation' } }]);
  });

  test.each(['expected_output', 'expected_messages'])('%s may be a list with tool calls (Array with tool calls via alias, Full message array with tool calls)', async (key) => {
    const { expectedMessages } = await loadCase(`${BASE}\n${key}:\n  - role: assistant\n    tool_calls:\n      - tool: Read\n        input: { file_path: "config.json" }\n  - role: assistant\n    content: { status: "done" }`);
    expect(expectedMessages).toStrictEqual([
      { role: 'assistant', toolCalls: [{ tool: 'Read', input: { file_path: 'config.json' } }] },
      { role: 'assistant', content: { status: 'done' } },
    ]);
  });
});

describe('when both spellings are present', () => {
  const INPUTS = 'expected_outcome: G\ninput: "Alias query"\ninput_messages:\n  - role: user\n    content: "Canonical query"';
  const OUTPUTS = `${BASE}\nexpected_output: { riskLevel: High }\nexpected_messages:\n  - role: assistant\n    content: "Canonical answer"`;

  test('the canonical name wins by default (Canonical name takes precedence)', async () => {
    const found: Diagnostic[] = [];
    const report = (finding: Diagnostic): void => void found.push(finding);
    expect((await loadCase(INPUTS, { report })).inputMessages).toStrictEqual([{ role: 'user', content: 'Canonical query' }]);
    expect((await loadCase(OUTPUTS, { report })).expectedMessages).toStrictEqual([{ role: 'assistant', content: 'Canonical answer' }]);
    expect(found.map(({ message }) => message)).toEqual([
      'input_messages and input differ; input_messages is used',
      'expected_messages and expected_output differ; expected_messages is used',
    ]);
    expect(found[0]).toMatchObject({
      severity: 'warning',
      code: 'alias-conflict',
      location: { line: 4, column: 5 },
      related: { message: 'input_messages is here', location: { line: 5, column: 5 } },
    });
  });

  test('with alias_precedence shorthand the short name wins (Both input and input_messages specified, Both expected_output and expected_messages specified)', async () => {
    const options: LoadOptions = { aliasPrecedence: 'shorthand', report: () => {} };
    expect((await loadCase(INPUTS, options)).inputMessages).toStrictEqual([{ role: 'user', content: 'Alias query' }]);
    expect((await loadCase(OUTPUTS, options)).expectedMessages).toStrictEqual([{ role: 'assistant', content: { riskLevel: 'High' } }]);
  });

  test('the suite’s own alias_precedence wins over the option', async () => {
    const folder = await projectFolder({
      'suite.yaml': 'alias_precedence: shorthand\ncases:\n  - id: a\n    outcome: G\n    input: short\n    input_messages: [{ role: user, content: long }]\n',
    });
    const [only] = await loadEvalCases(join(folder, 'suite.yaml'), { aliasPrecedence: 'canonical', report: () => {} });
    expect(only?.inputMessages).toStrictEqual([{ role: 'user', content: 'short' }]);
  });

  test('nothing is said when both mean the same', async () => {
    const found: Diagnostic[] = [];
    await loadCase('expected_outcome: G\noutcome: G\ninput: Q\ninput_messages: [{ role: user, content: Q }]', { report: (finding) => found.push(finding) });
    expect(found).toEqual([]);
  });
});

describe('a suite’s own settings', () => {
  const load = async (text: string): Promise<EvalCase[]> => {
    const folder = await projectFolder({ 'suite.yaml': text });
    return loadEvalCases(join(folder, 'suite.yaml'));
  };
  const names = (evalCase: EvalCase | undefined): string[] => evalCase?.evaluators.map(({ name }) => name) ?? [];

  test.each(['evalcases', 'eval_cases', 'cases', 'tests'])('cases may stand under %s', async (key) => {
    expect(await load(`${key}:\n  - { id: 1, outcome: G, input: Q }\n`)).toStrictEqual([
      {
        id: '1',
        expectedOutcome: 'G',
        inputMessages: [{ role: 'user', content: 'Q' }],
        expectedMessages: [],
        evaluators: [{ name: 'llm_judge', type: 'llm_judge', weight: 1, options: {} }],
        execution: { target: 'default' },
        weight: 1,
        tags: [],
      },
    ]);
  });

  test('a case’s evaluators replace the suite’s, its target leaves them, its rubrics come before them', async () => {
    const cases = await load(`
execution: { target: base, evaluators: [{ name: suite, type: llm_judge }] }
evaluator: contains
tags: [all, { domain: x }]
cases:
  - { id: inherits, outcome: G, input: Q, execution: { target: other } }
  - { id: replaces, outcome: G, input: Q, evaluators: [{ name: own, type: rubric }], tags: [mine, all] }
  - { id: adds, outcome: G, input: Q, rubrics: [polite] }
  - { id: none, outcome: G, input: Q, evaluators: [], rubrics: [] }
`);
    expect(cases.map(names)).toEqual([['suite'], ['own'], ['rubric', 'suite'], ['suite']]);
    expect(cases.map(({ execution }) => execution.target)).toEqual(['other', 'base', 'base', 'base']);
    expect(cases[1]?.tags).toEqual(['all', 'domain:x', 'mine']);
  });

  test('anchors and merge keys work', async () => {
    const cases = await load(`
_base: &base { outcome: G, weight: 2 }
cases:
  - { <<: *base, id: a, input: Q }
  - { <<: *base, id: b, input: Q, weight: 3 }
`);
    expect(cases.map(({ id, weight, expectedOutcome }) => [id, weight, expectedOutcome])).toEqual([['a', 2, 'G'], ['b', 3, 'G']]);
  });
});

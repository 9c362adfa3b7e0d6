import { describe, expect, test } from 'vitest';
import { runAssay } from '../support/commands/warm-assay.js';
import { createWorkspace } from '../support/projects/workspace.js';
import { caseOf, findingsOf, load, suiteOf } from './composed-loader.js';

/** The eval-case format in YAML, read by the loader with everything that is installed. */

describe('the goal of a case', () => {
  test('"Parse expected_outcome"', async () => {
    expect((await caseOf('expected_outcome: "Goal"')).expectedOutcome).toBe('Goal');
  });

  test('"Parse outcome alias"', async () => {
    expect(await caseOf('outcome: "Goal"')).toStrictEqual(await caseOf('expected_outcome: "Goal"'));
  });
});

describe('inline rubrics', () => {
  test('"Inline Rubrics Definition"', async () => {
    const { evaluators } = await caseOf('rubrics:\n  - "Must be polite"');
    expect(evaluators).toStrictEqual([
      { name: 'rubric', type: 'rubric', weight: 1, options: { rubrics: ['Must be polite'] } },
    ]);
  });
});

describe('a rubric evaluator in the list', () => {
  test('"Explicit Configuration"', async () => {
    const { evaluators } = await caseOf(`
evaluators:
  - type: rubric
    rubrics: ["Must be polite"]
    model: "gpt-4"`);
    expect(evaluators).toStrictEqual([
      { name: 'rubric', type: 'rubric', weight: 1, options: { rubrics: ['Must be polite'], model: 'gpt-4' } },
    ]);
  });
});

describe('verdicts in scores', () => {
  test('"Score Type": pass, borderline, fail, and none without a score', async () => {
    const judge = (score: string): string => `{name: s${score.replace('.', '')}, type: code_judge, script: [node, judge.mjs], answer: ${score}}`;
    const { folder, rows } = await createWorkspace({
      'judge.mjs': [
        'let text = "";',
        'for await (const chunk of process.stdin) text += chunk;',
        'const { config } = JSON.parse(text);',
        'if (config.answer === null) process.exit(1);',
        'console.log(JSON.stringify({ score: config.answer }));',
      ].join('\n'),
      'suite.yaml': suiteOf(`evaluators: [${['1', '0.8', '0.6', '0.5', 'null'].map(judge).join(', ')}]`),
    });
    await runAssay(['run', 'suite.yaml', '--target', 'mock'], { cwd: folder });
    const [row] = await rows();
    expect(row?.evaluators.map(({ name, score, verdict }) => [name, score, verdict])).toEqual([
      ['s1', 1, 'pass'],
      ['s08', 0.8, 'pass'],
      ['s06', 0.6, 'borderline'],
      ['s05', 0.5, 'fail'],
      ['snull', null, undefined],
    ]);
    // With a 0 in the place of what was lost the case would fail.
    expect(row).toMatchObject({ status: 'partial', verdict: null, verdictBounds: { worst: 'fail', best: 'borderline' } });
  });
});

describe('tool calls in expected messages', () => {
  const CONVERSATION = `
expected_messages:
  - role: user
    content: "Research branch deactivation"
  - role: assistant
    tool_calls:
      - tool: knowledgeSearch
        input: { query: "branch deactivation process" }
        output: "Found documentation..."
    content: "Let me search for that information..."
  - role: assistant
    content: "Based on the search results..."`;
  const MESSAGES = [
    { role: 'user', content: 'Research branch deactivation' },
    {
      role: 'assistant',
      content: 'Let me search for that information...',
      toolCalls: [{ tool: 'knowledgeSearch', input: { query: 'branch deactivation process' }, output: 'Found documentation...' }],
    },
    { role: 'assistant', content: 'Based on the search results...' },
  ];

  test('"Assistant message with tool calls": the structure is kept', async () => {
    expect((await caseOf(CONVERSATION)).expectedMessages).toStrictEqual(MESSAGES);
  });

  test('"Assistant message with tool calls": evaluators get the structure', async () => {
    const { folder, rows } = await createWorkspace({
      'echo.mjs': [
        'let text = "";',
        'for await (const chunk of process.stdin) text += chunk;',
        'const { expected_messages } = JSON.parse(text);',
        'console.log(JSON.stringify({ score: 1, details: { expected_messages } }));',
      ].join('\n'),
      'suite.yaml': suiteOf(`${CONVERSATION}\nevaluators: [{type: code_judge, script: [node, echo.mjs]}]`),
    });
    await runAssay(['run', 'suite.yaml', '--target', 'mock'], { cwd: folder });
    const [row] = await rows();
    expect(row?.evaluators[0]?.details).toMatchObject({
      expected_messages: MESSAGES.map(({ toolCalls, ...message }) => ({ ...message, ...(toolCalls ? { tool_calls: toolCalls } : {}) })),
    });
  });

  test.each<[string, unknown]>([
    ['{ key: "value" }', { key: 'value' }],
    ['\n          key: value\n          more: [1, 2]', { key: 'value', more: [1, 2] }],
    ['just text', 'just text'],
    ['7', 7],
    ['0.5', 0.5],
    ['true', true],
    ['null', null],
    ['[a, 1, { b: null }]', ['a', 1, { b: null }]],
    ['{ a: { b: { c: [[]] } } }', { a: { b: { c: [[]] } } }],
  ])('"Assistant message with tool calls": input may be %s', async (written, value) => {
    const { expectedMessages } = await caseOf(
      `expected_messages:\n  - role: assistant\n    tool_calls:\n      - tool: knowledgeSearch\n        input: ${written}`,
    );
    expect(expectedMessages).toStrictEqual([{ role: 'assistant', toolCalls: [{ tool: 'knowledgeSearch', input: value }] }]);
  });

  test('"Assistant message with tool calls": the case has arguments under input, also when they are written as args', async () => {
    const written = 'expected_messages:\n  - role: assistant\n    tool_calls:\n      - { tool: knowledgeSearch, args: { query: x } }';
    expect(await findingsOf(written)).toEqual([]);
    const { expectedMessages } = await caseOf(written);
    expect(expectedMessages).toStrictEqual([{ role: 'assistant', toolCalls: [{ tool: 'knowledgeSearch', input: { query: 'x' } }] }]);
  });

  test('"Tool calls without input"', async () => {
    const { expectedMessages } = await caseOf(
      'expected_messages:\n  - role: assistant\n    tool_calls:\n      - tool: knowledgeSearch',
    );
    expect(expectedMessages).toStrictEqual([{ role: 'assistant', toolCalls: [{ tool: 'knowledgeSearch' }] }]);
  });
});

describe('evaluators of the tool trace', () => {
  test('"Configure tool_trajectory evaluator with minimums"', async () => {
    const { evaluators } = await caseOf(`
evaluators:
  - name: minimum_search_calls
    type: tool_trajectory
    mode: any_order
    minimums:
      knowledgeSearch: 3`);
    expect(evaluators).toStrictEqual([
      {
        name: 'minimum_search_calls',
        type: 'tool_trajectory',
        weight: 1,
        options: { mode: 'any_order', minimums: { knowledgeSearch: 3 } },
      },
    ]);
  });

  test('"Configure tool_trajectory evaluator with expected sequence"', async () => {
    const { evaluators } = await caseOf(`
evaluators:
  - name: expected_search_pattern
    type: tool_trajectory
    mode: in_order
    expected:
      - tool: knowledgeSearch
      - tool: knowledgeSearch
      - tool: knowledgeSearch`);
    const call = { tool: 'knowledgeSearch' };
    expect(evaluators).toStrictEqual([
      {
        name: 'expected_search_pattern',
        type: 'tool_trajectory',
        weight: 1,
        options: { mode: 'in_order', expected: [call, call, call] },
      },
    ]);
  });

  test('"Reject invalid tool_trajectory mode"', async () => {
    const found = await findingsOf('evaluators:\n  - type: tool_trajectory\n    mode: sometimes\n    expected: [{ tool: knowledgeSearch }]');
    expect(found).toEqual([expect.stringMatching(/^suite\.yaml:7:15: error: .*mode must be one of any_order, in_order, exact/u)]);
  });

  test('"Reject invalid tool_trajectory mode": assay validate fails, too', async () => {
    const { folder } = await createWorkspace({
      'suite.yaml': suiteOf('evaluators:\n  - type: tool_trajectory\n    mode: sometimes\n    expected: [{ tool: knowledgeSearch }]'),
    });
    const { exitCode, stdout } = await runAssay(['validate', 'suite.yaml'], { cwd: folder });
    expect(stdout).toContain('any_order, in_order, exact');
    expect(exitCode).toBe(2);
  });
});

describe('weights of evaluators', () => {
  const judge = (weight: string): string => `evaluators:\n  - name: safety\n    type: llm_judge${weight === '' ? '' : `\n    weight: ${weight}`}`;

  test.each([
    ['"Parse evaluator weight"', '3', 3],
    ['a weight need not be whole', '0.25', 0.25],
    ['without a weight it is 1', '', 1],
  ])('%s', async (_, written, weight) => {
    expect((await caseOf(judge(written))).evaluators).toStrictEqual([
      { name: 'safety', type: 'llm_judge', weight, options: {} },
    ]);
  });

  test('an evaluator may count for nothing', async () => {
    const { evaluators } = await caseOf(`${judge('0')}\n  - { name: other, type: llm_judge }`);
    expect(evaluators.map(({ weight }) => weight)).toEqual([0, 1]);
  });

  test('"Reject negative weight"', async () => {
    expect(await findingsOf(judge('-1'))).toEqual([
      expect.stringMatching(/^suite\.yaml:8:17: error: evaluator "safety": weight must be >= 0, not the number -1/u),
    ]);
  });

  test('"Reject non-numeric weight"', async () => {
    expect(await findingsOf(judge('high'))).toEqual([
      expect.stringMatching(/^suite\.yaml:8:17: error: evaluator "safety": weight must be a finite number, not "high"/u),
    ]);
  });

  test.each(['.inf', '-.inf', '.nan', '"3"', 'true', '[1]'])('a weight of %s is not finite, or no number', async (written) => {
    expect(await findingsOf(judge(written))).toEqual([expect.stringMatching(/^suite\.yaml:8:17: error: .*weight must be a finite number/u)]);
  });

  test.each(['-1', 'high', '.inf'])('a weight of %s is found in members of a composite, too', async (weight) => {
    const found = await findingsOf(`evaluators:\n  - type: composite\n    evaluators:\n      - type: llm_judge\n        weight: ${weight}`);
    expect(found).toEqual([expect.stringMatching(/^suite\.yaml:9:21: error: .*weight must be/u)]);
  });
});

describe('scripts of code judges', () => {
  test('"Configure code_judge with argv script"', async () => {
    const { evaluators } = await caseOf(`
evaluators:
  - name: my_code_check
    type: code_judge
    script: ["bun", "run", "validate_risk_output.ts"]`);
    expect(evaluators).toStrictEqual([
      { name: 'my_code_check', type: 'code_judge', weight: 1, options: { script: ['bun', 'run', 'validate_risk_output.ts'] } },
    ]);
  });

  test('"Convert string scripts for backward compatibility"', async () => {
    const { evaluators } = await caseOf(`
evaluators:
  - name: my_code_check
    type: code_judge
    script: bun run validate_risk_output.ts`);
    const shell = process.platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c'] : ['sh', '-c'];
    expect(evaluators[0]?.options).toStrictEqual({ script: [...shell, 'bun run validate_risk_output.ts'] });
  });

  test('"Convert string scripts for backward compatibility": the shell runs it', async () => {
    const { folder, rows } = await createWorkspace({
      'three-quarters.mjs': 'process.stdin.resume(); console.log(JSON.stringify({ score: 0.75 }));',
      'suite.yaml': suiteOf('evaluators: [{type: code_judge, script: node three-quarters.mjs}]'),
    });
    await runAssay(['run', 'suite.yaml', '--target', 'mock'], { cwd: folder });
    expect((await rows())[0]).toMatchObject({ status: 'ok', score: 0.75 });
  });
});

describe('input for input_messages', () => {
  test('"String shorthand for single user query"', async () => {
    expect((await caseOf('input: "What is 2+2?"')).inputMessages).toStrictEqual([{ role: 'user', content: 'What is 2+2?' }]);
  });

  test('"Array input via alias"', async () => {
    const { inputMessages } = await caseOf(`
input:
  - role: system
    content: "You are a calculator"
  - role: user
    content: "What is 2+2?"`);
    expect(inputMessages).toStrictEqual([
      { role: 'system', content: 'You are a calculator' },
      { role: 'user', content: 'What is 2+2?' },
    ]);
  });

  test('"Canonical name takes precedence"', async () => {
    const fields = 'input: "Alias query"\ninput_messages:\n  - role: user\n    content: "Canonical query"';
    const { cases, findings } = await load('suite.yaml', { 'suite.yaml': suiteOf(fields) });
    expect(cases[0]?.inputMessages).toStrictEqual([{ role: 'user', content: 'Canonical query' }]);
    expect(findings).toMatchObject([
      {
        severity: 'warning',
        message: 'input_messages and input differ; input_messages is used',
        location: { line: 4 },
        related: { location: { line: 5 } },
      },
    ]);
  });
});

describe('expected_output for expected_messages', () => {
  test('"String shorthand"', async () => {
    expect((await caseOf('expected_output: "The answer is 4"')).expectedMessages).toStrictEqual([
      { role: 'assistant', content: 'The answer is 4' },
    ]);
  });

  test('"Object shorthand for structured output"', async () => {
    const { expectedMessages } = await caseOf('expected_output:\n  riskLevel: High\n  reasoning: "Explanation"');
    expect(expectedMessages).toStrictEqual([
      { role: 'assistant', content: { riskLevel: 'High', reasoning: 'Explanation' } },
    ]);
  });

  test('"Array with tool calls via alias"', async () => {
    const { expectedMessages } = await caseOf(`
expected_output:
  - role: assistant
    tool_calls:
      - tool: Read
        input: { file_path: "config.json" }
  - role: assistant
    content: { status: "done" }`);
    expect(expectedMessages).toStrictEqual([
      { role: 'assistant', toolCalls: [{ tool: 'Read', input: { file_path: 'config.json' } }] },
      { role: 'assistant', content: { status: 'done' } },
    ]);
  });

  test('"Canonical name takes precedence"', async () => {
    const fields = 'expected_output: { riskLevel: High }\nexpected_messages:\n  - role: assistant\n    content: "Canonical answer"';
    const { cases, findings } = await load('suite.yaml', { 'suite.yaml': suiteOf(fields) });
    expect(cases[0]?.expectedMessages).toStrictEqual([{ role: 'assistant', content: 'Canonical answer' }]);
    expect(findings).toMatchObject([
      { severity: 'warning', message: 'expected_messages and expected_output differ; expected_messages is used' },
    ]);
  });
});

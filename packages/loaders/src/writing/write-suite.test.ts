import { join } from 'node:path';
import type { Definitions } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { definitions } from '../../test/definitions.js';
import { projectFolder } from '../../test/project-folder.js';
import { casesOf, convert, suiteOf } from '../../test/round-trip.js';
import { withRules } from '../../test/test-case-files.js';
import { loadSuite } from '../load-suite.js';
import { loaders } from '../loaders.js';
import { writeSuite } from './write-suite.js';

interface Shown {
  /** The first file. */
  readonly text: string;
  readonly files: readonly string[];
  /** `case field: reason` */
  readonly losses: readonly string[];
}

async function write(text: string, to: string, out?: string, name = 'in.yaml'): Promise<Shown> {
  const folder = await projectFolder({ [name]: text, 'check.mjs': '' });
  const suite = await loadSuite(name, { workingDirectory: folder, report: () => {} });
  const path = out === undefined ? undefined : join(folder, out);
  const { files, losses } = await writeSuite(suite, { to, out: path, definitions: withRules, loaders, workingDirectory: folder });
  return {
    text: files[0]?.text ?? '',
    files: files.map((file) => file.path.replace(`${folder}/`, '')),
    losses: losses.map(({ caseId, field, reason }) => `${caseId ?? '-'} ${field}: ${reason}`),
  };
}

const evalCase = (more: string): string => `evalcases:\n  - id: a\n    expected_outcome: Names Rome\n    input: Capital of Italy?\n${more.replaceAll(/^/gmu, '    ')}\n`;

describe('eval cases as people write them', () => {
  test('texts of several lines are blocks, short lists stand in brackets, quotes only where they are needed', async () => {
    const { text, losses } = await write(
      `description: "Two\\nlines"\nexecution: {"target": "t"}\nevalcases:\n  - {"id": "1", "expected_outcome": "yes", "input": "a\\n b\\n", "tags": ["x", "domain:y"], "weight": 2, "expected_output": "'quoted' and: more"}\n  - {"id": "b", "outcome": "Plain, with a comma", "input_messages": [{"role": "user", "content": "Q"}], "evaluator": "llm_judge"}\n`,
      'eval-cases',
    );
    expect(losses).toEqual([]);
    expect(text).toBe(`description: |-
  Two
  lines
execution:
  target: t

evalcases:
  - id: "1"
    expected_outcome: "yes"
    input: |
      a
       b
    expected_output: "'quoted' and: more"
    weight: 2
    tags: [x, domain:y]

  - id: b
    expected_outcome: Plain, with a comma
    input: Q
`);
  });

  test('evaluators that most cases share stand above them, names and weights that go without saying nowhere', async () => {
    const { text } = await write(
      `evalcases:
  - { id: a, expected_outcome: G, input: Q, evaluators: [{ name: rubric, type: rubric, weight: 1, rubrics: [A] }, { type: code_judge, script: ./check me }] }
  - { id: b, expected_outcome: G, input: Q, evaluators: [{ name: rubric, type: rubric, weight: 1, rubrics: [A] }, { type: code_judge, script: ./check me }] }
  - { id: c, expected_outcome: G, input: Q, rubrics: [B] }
`,
      'eval-cases',
    );
    expect(text).toBe(`evaluators:
  - type: rubric
    rubrics: [A]
  - type: code_judge
    script: ./check me

evalcases:
  - id: a
    expected_outcome: G
    input: Q

  - id: b
    expected_outcome: G
    input: Q

  - id: c
    expected_outcome: G
    input: Q
    evaluators:
      - type: rubric
        rubrics: [B]
`);
  });

  test('notes for people go along', async () => {
    const { text, losses } = await write(`metadata: { owner: me }\n${evalCase('note: mind\ndescription: d\nmetadata: { a: 1 }')}`, 'eval-cases');
    expect(losses).toEqual([]);
    expect(text).toContain('metadata:\n  owner: me\n');
    expect(text).toContain('  - id: a\n    description: d\n    note: mind\n');
    expect(text).toContain('    metadata:\n      a: 1\n');
  });

  test('also those of JSONL lines', async () => {
    const { text } = await write('{"id": "a", "expected_outcome": "G", "input": "Q"}\n\n{"id": "b", "expected_outcome": "G", "input": "Q", "note": "mind"}\n', 'eval-cases', undefined, 'in.jsonl');
    expect(text).toContain('  - id: b\n    note: mind\n');
  });

  test('the name of a suite stays when the file gets another', async () => {
    expect((await write(evalCase(''), 'eval-cases', 'out.yaml')).text).toContain('dataset: in\n');
    expect((await write(evalCase(''), 'eval-cases', 'deep/in.yaml')).text).not.toContain('dataset');
    expect((await write(evalCase(''), 'jsonl', 'in.jsonl')).files).toEqual(['in.jsonl']);
    expect((await write(evalCase(''), 'jsonl', 'out.jsonl')).files).toEqual(['out.jsonl', 'out.yaml']);
  });
});

describe('eval cases as a blueprint: what has no place is listed', () => {
  test.each<[string, string[]]>([
    ['conversation_id: c', ['a conversation_id: prompts have none']],
    ['plain_input: p', ['a plain_input: prompts have none; classifiers get the last user message']],
    ['execution: { target: x }', ['a execution.target: a blueprint asks all its models about every prompt']],
    ['weight: 20', ['a weight: 20 is not from 0.1 to 10; it is left out']],
    ['metadata: { a: 1 }', ['a metadata: prompts have no place for it']],
    ['expected_output: { a: 1 }', ['a expected_output: a blueprint has one ideal answer, a text; only the last answer is kept, as ideal']],
    ['evaluators: [{ type: llm_judge, prompt: Is it so? }]', [
      'a evaluators.llm_judge: a blueprint has no prompts of its own for judges',
      'a expected_outcome: prompts have points only; it is kept as description, which judges do not see',
    ]],
    ['evaluators: [{ type: llm_judge, name: mine, model: m }]', [
      'a evaluators.mine.model: a blueprint names judges for all prompts, under evaluationConfig',
      'a evaluators.mine.name: points have no names',
    ]],
    ['rubrics: [{ description: d, required: true }]', [
      'a evaluators.rubric.rubrics[0].required: points of a blueprint know no such thing; the line is kept as a point',
      'a expected_outcome: prompts have points only; it is kept as description, which judges do not see',
    ]],
    ['rubrics: [Greets, { description: d, weight: 0 }, { description: e, required: false }]', [
      'a evaluators.rubric.rubrics: a line without "required: false" fails its case when it is missed; points of a blueprint do not, they are parts of the score',
      'a expected_outcome: prompts have points only; it is kept as description, which judges do not see',
    ]],
    ['rubrics: [{ description: d, weight: 0 }, { description: e, required: false }]', [
      'a expected_outcome: prompts have points only; it is kept as description, which judges do not see',
    ]],
    ['evaluators: [llm_judge, { type: points, should: [[A], [B]] }]', ['a evaluators.points: beside other evaluators its alternatives and its should_not would count differently']],
    ['evaluators: [llm_judge, { type: tool_trajectory, mode: exact }]', ['a evaluators.tool_trajectory: a blueprint has no tool_trajectory']],
  ])('%s', async (more, losses) => {
    expect((await write(evalCase(more), 'blueprint')).losses).toEqual(losses);
  });

  test('points of several evaluators have the shares in the score that they had', async () => {
    const { text, losses } = await write(
      evalCase('rubrics: [{ description: A, required: false }, { description: B, weight: 3, required: false }]\nevaluators: [{ type: llm_judge, weight: 2 }]'),
      'blueprint',
    );
    expect(losses).toEqual([]);
    expect(text).toContain('  should:\n    - point: A\n      weight: 0.25\n    - point: B\n      weight: 0.75\n    - point: Names Rome\n      weight: 2\n');
  });

  test('a system prompt that all cases have stands in the header', async () => {
    const one = (id: string): string => `  - { id: ${id}, expected_outcome: G, input: [{ role: system, content: S }, { role: user, content: Q }] }\n`;
    expect((await write(`evalcases:\n${one('a')}${one('b')}`, 'blueprint')).text).toBe(
      'title: in\nsystem: S\n---\n- id: a\n  prompt: Q\n  should: [G]\n\n- id: b\n  prompt: Q\n  should: [G]\n',
    );
  });
});

describe('models of a blueprint', () => {
  const custom = { name: 'lab:one', provider: 'openai', model: 'one', options: { url: 'http://x/v1', prompt_format: 'raw' } };
  const withModels: Definitions = {
    ...definitions,
    customModelTarget: (definition) => {
      const { id, url, modelName, inherit, promptFormat } = definition as Readonly<Record<string, string>>;
      return { name: id ?? '', provider: inherit ?? '', model: modelName, options: { url: url ?? '', prompt_format: promptFormat ?? '' } };
    },
  };

  test('custom ones are written as they are defined; targets that are none are listed', async () => {
    const folder = await projectFolder({});
    const suite = suiteOf([], folder, {
      dialect: 'blueprint',
      name: 'made',
      execution: { targets: ['a:b', 'lab:one', 'prog'] },
      targets: [custom, { name: 'prog', provider: 'cli', options: { command: 'x' } }],
    });
    const { files, losses } = await writeSuite(suite, { to: 'blueprint', definitions: withModels, loaders, workingDirectory: folder });
    expect(files[0]?.text).toContain(
      'models:\n  - a:b\n  - id: lab:one\n    url: http://x/v1\n    modelName: one\n    inherit: openai\n    promptFormat: raw\n  - prog\n',
    );
    expect(losses.map(({ field }) => field)).toEqual(['targets.prog']);
  });
});

describe('eval cases as test cases', () => {
  const rule = 'evaluators: [{ type: exact_match, weight: 3 }]\nexpected_output: Rome';

  test('a case that fits: its question is the task', async () => {
    const { text, losses } = await write(evalCase(`${rule}\ntags: [domain:geo, easy]`), 'test-cases');
    expect(losses).toEqual(['a expected_outcome: the goal of a test case is its task']);
    expect(text).toBe(
      'id: a\ntask: Capital of Italy?\ninput: ""\nexpected: Rome\n\nrubric:\n  exact_match:\n    weight: 1\n    rule: exact_match\n\ntags:\n  - domain: geo\n  - easy\n',
    );
  });

  test.each<[string, string]>([
    [rule.replace('expected_output: Rome', ''), 'a case: a test case needs one expected answer, a text or a mapping'],
    [rule.replace('exact_match', 'llm_judge'), 'a case: no evaluator of it is a rule'],
    [rule.replace('exact_match', 'exact_match, other: 1'), 'a case: no evaluator of it is a rule'],
  ])('%s: left out', async (more, loss) => {
    expect((await write(evalCase(more), 'test-cases')).losses).toEqual([loss]);
  });

  test.each<[string, string]>([
    ['[{ role: user, content: A }, { role: user, content: B }]', 'a case: a test case asks one thing: a user message of text, after at most one system message'],
    ['" Q"', 'a case: its user message is empty, or begins or ends with blanks, which a task does not keep'],
  ])('input: %s: left out', async (input, loss) => {
    const text = evalCase(rule).replace('Capital of Italy?', input);
    expect((await write(text, 'test-cases')).losses).toEqual([loss]);
  });

  test('a text of paragraphs is asked in the same words', async () => {
    const text = evalCase(`${rule}`).replace('Capital of Italy?', '"Answer.\\n\\nCapital of Italy?\\n"');
    const folder = await projectFolder({ 'in.yaml': text });
    const suite = await loadSuite('in.yaml', { workingDirectory: folder });
    const { files } = await writeSuite(suite, { to: 'test-cases', definitions: withRules, loaders, workingDirectory: folder });
    const again = await projectFolder({ 'out.yaml': files[0]?.text ?? '' });
    const [before] = await casesOf(suite);
    const [after] = await casesOf(await loadSuite('out.yaml', { workingDirectory: again, definitions: withRules, report: () => {} }));
    expect(after?.inputMessages).toEqual(before?.inputMessages);
  });
});

test('paths that evaluators name are listed when the file moves', async () => {
  const text = evalCase('evaluators: [{ type: code_judge, script: [node, check.mjs] }]');
  expect((await write(text, 'eval-cases', 'deep/in.yaml')).losses).toEqual([
    'a evaluators.code_judge.script: check.mjs starts from the folder of the old file; it is written as it was, and has to be changed',
  ]);
  expect((await write(text, 'eval-cases', 'other.yaml')).losses).toEqual([]);
});

describe('an output that cannot be', () => {
  test.each([
    ['eval-case', undefined, 'there is no format "eval-case" to convert to'],
    ['jsonl', 'x.json', 'jsonl cannot be written to a file named *.json'],
    ['blueprint', 'x', 'blueprint cannot be written to a file without extension'],
  ])('%s to %s', async (to, out, message) => {
    const folder = await projectFolder({ 'in.yaml': evalCase('') });
    const suite = await loadSuite('in.yaml', { workingDirectory: folder, definitions });
    await expect(writeSuite(suite, { to, loaders, out: out && join(folder, out) })).rejects.toThrow(message);
  });
});

test.each(['eval-cases', 'jsonl'])('cases that are always asked anew are so in %s too, from a blueprint and from eval cases', async (to) => {
  const extension = to === 'jsonl' ? 'jsonl' : 'yaml';
  const folder = await projectFolder({
    'blueprint.yaml': 'title: T\nnoCache: true\n---\n- { id: a, prompt: Hi, should: [x] }\n- { id: b, prompt: Hi, should: [x], noCache: false }\n',
    'cases.yaml': 'evalcases:\n  - { id: a, expected_outcome: x, input: Hi, execution: { target: bot, cache: false } }\n  - { id: b, expected_outcome: x, input: Hi }\n',
  });
  for (const name of ['blueprint.yaml', 'cases.yaml']) {
    const { cases, losses } = await convert(await loadSuite(join(folder, name), { workingDirectory: folder }), to, `written/${name.replace('.yaml', '')}.${extension}`, folder);
    expect([cases.map(({ execution }) => execution.noCache), losses]).toEqual([[true, undefined], []]);
  }
});

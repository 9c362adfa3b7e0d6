import { join } from 'node:path';
import { encodeCase } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { definitions } from '../../test/definitions.js';
import { projectFolder } from '../../test/project-folder.js';
import { loadEvalCases } from '../load-eval-cases.js';
import { loadSuite } from '../load-suite.js';

const text = fc.string({ unit: fc.constantFrom(...'aZ0 -:#&*"\\\n\t{}[],é€𝒳'), minLength: 1, maxLength: 12 }).filter((value) => value.trim() !== '' && !value.includes('\0'));
const json = fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const mapping = fc.dictionary(text, json, { minKeys: 1, maxKeys: 3, noNullPrototype: true }).filter((value) => !Object.hasOwn(value, 'role') && !Object.hasOwn(value, '__proto__'));
const part = fc.record({ type: fc.constant('text'), value: text });
const message = fc.oneof(
  fc.record({ role: fc.constantFrom('system', 'user', 'assistant', 'tool'), content: fc.oneof(text, fc.array(part, { minLength: 1, maxLength: 2 }), mapping) }),
  fc.record({
    role: fc.constant('assistant'),
    tool_calls: fc.array(fc.record({ tool: text, input: json, output: json }, { requiredKeys: ['tool'] }), { minLength: 1, maxLength: 2 }),
  }),
);
const messages = fc.array(message, { minLength: 1, maxLength: 3 });
const weight = fc.double({ min: 0, max: 100, noNaN: true }).map((value) => value + 0);
const evaluator = fc.oneof(
  fc.constant('llm_judge'),
  fc.record({ type: fc.constant('llm_judge'), weight, prompt: text }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('code_judge'), script: fc.oneof(text, fc.array(text)), threshold: json }, { requiredKeys: ['type', 'script'] }),
);
const rawCase = fc
  .record(
    {
      expected_outcome: text,
      conversation_id: text,
      execution: fc.record({ target: text }),
      evaluators: fc.array(evaluator, { maxLength: 3 }),
      rubrics: fc.array(fc.oneof(text, fc.record({ description: text, weight })), { minLength: 1, maxLength: 2 }),
      weight,
      tags: fc.array(fc.oneof(text, fc.dictionary(text, text, { minKeys: 1, maxKeys: 1, noNullPrototype: true }))),
      context: json,
    },
    { requiredKeys: ['expected_outcome'] },
  )
  .chain((base) =>
    fc.record({
      base: fc.constant(base),
      input: fc.oneof(text.map((value) => ({ input: value })), messages.map((value) => ({ input_messages: value }))),
      output: fc.oneof(
        fc.constant({}),
        text.map((value) => ({ expected_output: value })),
        mapping.map((value) => ({ expected_output: value })),
        messages.map((value) => ({ expected_messages: value })),
      ),
    }),
  )
  .map(({ base, input, output }) => ({ ...base, ...input, ...output }));

test('JSONL and YAML produce identical EvalCase objects (JSONL and YAML produce same EvalCase)', async () => {
  const folder = await projectFolder({
    'a.yaml': 'evalcases:\n  - id: test-1\n    expected_outcome: Goal\n    input_messages:\n      - role: user\n        content: Query\n',
    'b.jsonl': '{"id": "test-1", "expected_outcome": "Goal", "input_messages": [{"role": "user", "content": "Query"}]}\n',
  });
  const fromYaml = await loadEvalCases(join(folder, 'a.yaml'));
  expect(fromYaml).toHaveLength(1);
  expect(await loadEvalCases(join(folder, 'b.jsonl'))).toStrictEqual(fromYaml);
});

test('the same cases written as YAML, JSON and JSONL load to identical objects, and so does what was printed of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rawCase, { minLength: 1, maxLength: 4 }), fc.constantFrom('', 'description: d\nexecution: { target: t }\nevaluators: [{ name: suite, type: llm_judge }]\ntags: [all]\n'), async (cases, header) => {
      const all = cases.map((value, index) => ({ id: `case-${index}`, ...value }));
      const lines = all.map((value) => JSON.stringify(value)).join('\n');
      const folder = await projectFolder({
        'one.yaml': `${header}${stringify({ evalcases: all }, { aliasDuplicateObjects: false, defaultKeyType: 'QUOTE_DOUBLE' })}`,
        'two.jsonl': lines,
        'two.yaml': header,
      });
      const options = { definitions, report: () => {} };
      const fromYaml = await loadEvalCases(join(folder, 'one.yaml'), options);
      expect(fromYaml).toHaveLength(all.length);
      expect(await loadEvalCases(join(folder, 'two.jsonl'), options)).toStrictEqual(fromYaml);
      const printed = await projectFolder({
        'three.jsonl': fromYaml.map((evalCase) => JSON.stringify(encodeCase(evalCase))).join('\n'),
        'four.json': JSON.stringify({ cases: fromYaml.map(encodeCase) }),
      });
      expect(await loadEvalCases(join(printed, 'three.jsonl'), options)).toStrictEqual(fromYaml);
      const again = [];
      for await (const { evalCase } of (await loadSuite(join(printed, 'four.json'), options)).cases()) again.push(evalCase);
      expect(again).toStrictEqual(fromYaml);
    }),
    { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 80 : 15 },
  );
});

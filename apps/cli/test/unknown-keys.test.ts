import { withoutStrayKeys } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { installedDefinitions } from '../src/runner/reading/installed-definitions.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const STRAY = 'zz_stray';

/** A mapping somewhere in a schema, and a value that leads to it. */
interface Place {
  readonly path: string;
  readonly schema: v.GenericSchema;
  around(value: unknown): unknown;
}

type Parts = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is v.GenericSchema => typeof value === 'object' && value !== null && (value as Parts)['kind'] === 'schema';

function literalOf(schema: v.GenericSchema, key: string): unknown {
  const entry = ((schema as unknown as Parts)['entries'] as Parts | undefined)?.[key] as Parts | undefined;
  return entry?.['literal'] ?? (entry?.['options'] as readonly unknown[] | undefined)?.[0];
}

/** The schemas directly inside another one, whatever its kind, with a value around each. */
function* inside(schema: v.GenericSchema): Generator<[step: string, schema: v.GenericSchema, around: (value: unknown) => unknown]> {
  for (const [name, part] of Object.entries(schema as unknown as Parts)) {
    if (name === 'entries') {
      for (const [key, entry] of Object.entries(part as Parts)) if (isSchema(entry)) yield [`.${key}`, entry, (value) => ({ [key]: value })];
    } else if (name === 'item' && isSchema(part)) yield ['[]', part, (value) => [value]];
    else if (name === 'items') {
      for (const [index, item] of (part as readonly unknown[]).entries()) {
        if (isSchema(item)) yield [`[${index}]`, item, (value) => [...Array.from({ length: index }, () => null), value]];
      }
    } else if ((name === 'value' || name === 'rest') && isSchema(part)) yield ['.*', part, (value) => ({ any: value })];
    else if (name === 'options' && Array.isArray(part)) {
      const { key } = schema as unknown as { readonly key?: string };
      for (const option of part.filter(isSchema)) {
        const tag = key === undefined ? undefined : literalOf(option, key);
        yield ['', option, (value) => (tag === undefined ? value : { [key ?? '']: tag, ...(value as object) })];
      }
    } else if (name === 'pipe') {
      for (const later of (part as readonly unknown[]).slice(1).filter(isSchema)) yield ['', later, (value) => value];
    } else if (isSchema(part)) yield ['', part, (value) => value];
  }
}

/** Every mapping with keys of its own inside a schema, and every place where anything is taken. */
function* placesIn(place: Place, seen: ReadonlySet<v.GenericSchema> = new Set()): Generator<Place> {
  if (seen.has(place.schema)) return;
  if (['object', 'strict_object', 'custom'].includes(place.schema.type)) yield place;
  for (const [step, schema, around] of inside(place.schema)) {
    yield* placesIn({ path: place.path + step, schema, around: (value) => place.around(around(value)) }, new Set([...seen, place.schema]));
  }
}

/** Takes any mapping, and so loses nothing: its keys are read by a reader of their own, which has its own tests. */
const READ_ELSEWHERE = /^evaluator points\.should/u;

test('no schema of anything that is installed drops a key without a word, at any depth', async () => {
  const { evaluators, pointFunctions, rules, providers } = await installedDefinitions();
  const all = [
    ...evaluators.map((one) => [`evaluator ${one.name}`, one] as const),
    ...pointFunctions.map((one) => [`point function ${one.name}`, one] as const),
    ...rules.map((one) => [`rule ${one.name}`, one] as const),
    ...providers.map((one) => [`provider ${one.name}`, one] as const),
  ];
  const silent: string[] = [];
  let nested = 0;
  for (const [name, definition] of all) {
    for (const { path, schema, around } of placesIn({ path: name, schema: definition.options, around: (value) => value })) {
      if (schema.type === 'custom') {
        if (v.is(schema, { [STRAY]: 1 }) && !READ_ELSEWHERE.test(path)) silent.push(path);
        continue;
      }
      if (path !== name) nested += 1;
      const found: string[] = [];
      withoutStrayKeys(definition.options, around({ [STRAY]: 1 }), ({ key }) => found.push(key));
      if (!found.includes(STRAY)) silent.push(path);
    }
  }
  expect(silent).toEqual([]);
  // The walk itself is seen to reach into lists and choices.
  expect(nested).toBeGreaterThan(10);
});

const CASE = '    expected_outcome: Greets\n    input: Hi\n';

describe('assay validate', () => {
  async function validate(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const { folder } = await createWorkspace(files);
    return runAssay(['validate', ...args], { cwd: folder });
  }

  test('warns about mistyped keys in lists and mappings, each at its place with what was meant', async () => {
    const { exitCode, stdout } = await validate(
      {
        'a.yaml': `evalcases:
  - id: a
${CASE}    evaluators:
      - type: tool_trajectory
        mode: any_order
        expected:
          - tool: refund
            inptu: { amount: 5 }
      - type: rubric
        rubrics:
          - description: Is kind
            wieght: 2
          - description: Is short
            score_ranges:
              - { score_range: [0, 4], outcome: Long }
              - { score_range: [5, 10], outcome: Short, outcom: x }
      - type: field_accuracy
        fields:
          - { path: a.b, match: exact, requird: true }
      - type: composite
        evaluators:
          - { type: contains, value: a, valeu: b }
        aggregator: { type: weighted_average, wieghts: { contains: 1 } }
      - type: points
        should:
          - $tool_args_match: { name: a, where: { b: 1 }, normaliseWhitespace: true }
`,
      },
      'a.yaml',
    );
    const lines = stdout.split('\n').filter((line) => line.includes('unknown key') || line.includes('fix:'));
    expect(lines).toEqual([
      'a.yaml:10:13: warning: unknown key "inptu" in expected; it is ignored',
      '  fix: did you mean input?',
      'a.yaml:14:13: warning: unknown key "wieght" in rubrics; it is ignored',
      '  fix: did you mean weight?',
      'a.yaml:18:57: warning: unknown key "outcom" in score_ranges; it is ignored',
      '  fix: did you mean outcome?',
      'a.yaml:21:40: warning: unknown key "requird" in fields; it is ignored',
      '  fix: did you mean required?',
      'a.yaml:24:41: warning: unknown key "valeu" in evaluators; it is ignored',
      '  fix: did you mean value?',
      'a.yaml:25:47: warning: unknown key "wieghts" in aggregator; it is ignored',
      '  fix: did you mean weights?',
      'a.yaml:28:80: warning: evaluator "points": $tool_args_match: unknown key "normaliseWhitespace"; it is ignored',
      '  fix: did you mean normalizeWhitespace?',
    ]);
    expect(exitCode).toBe(0);
  });

  test('with --strict refuses a run of such a file', async () => {
    const { folder } = await createWorkspace({
      'a.yaml': `evalcases:\n  - id: a\n${CASE}    evaluators: [{ type: rubric, rubrics: [{ description: x, requird: true }] }]\n`,
    });
    const { exitCode, stderr } = await runAssay(['run', 'a.yaml', '--target', 'mock', '--strict'], { cwd: folder });
    expect(stderr).toContain('a.yaml:5:62: error: unknown key "requird" in rubrics');
    expect(exitCode).toBe(2);
  });

  test('messages, content parts, tool calls, execution and the head of a file have no silent keys either', async () => {
    const { stdout } = await validate(
      {
        'a.yaml': `execution: { target: mock, wokers: 2 }
evalcases:
  - id: a
    expected_outcome: Greets
    input:
      - role: user
        contents: x
        content: [{ type: text, value: Hi, vlaue: x }]
      - role: assistant
        content: ''
        tool_calls: [{ tool: a, inputs: {} }]
    execution: { targt: mock }
`,
      },
      'a.yaml',
    );
    const keys = [...stdout.matchAll(/unknown key "(\w+)"/gu)].map(([, key]) => key);
    expect(keys).toEqual(['wokers', 'contents', 'vlaue', 'inputs', 'targt']);
  });
});

describe('a way to assert that is not understood is an error, and never scored by something else', () => {
  test.each([
    ['graders of a case', `  - id: a\n${CASE}    graders: [{ type: contains, value: x }]\n`, 'a.yaml:5:5: error: unknown key "graders" in evalcases: it says how replies are scored, and nothing reads it', 'write evaluators: and a list of - type: …'],
    ['scorers of a case', `  - id: a\n${CASE}    scorers: [{ type: contains, value: x }]\n`, 'a.yaml:5:5: error: unknown key "scorers"', 'write evaluators:'],
    ['a mistyped key', `  - id: a\n${CASE}    evalutors: [{ type: contains, value: x }]\n`, 'a.yaml:5:5: error: unknown key "evalutors"', 'did you mean evaluators?'],
    ['rubrics of an llm_judge', `  - id: a\n${CASE}    evaluators: [{ type: llm_judge, rubrics: [Is kind] }]\n`, 'a.yaml:5:37: error: unknown key "rubrics"', 'write an entry of its own for it'],
    ['criteria of an llm_judge', `  - id: a\n${CASE}    evaluators: [{ type: llm_judge, criteria: [Is kind] }]\n`, 'a.yaml:5:37: error: unknown key "criteria"', 'write an entry of its own for it'],
    ['checks under execution', `  - id: a\n${CASE}    execution: { checks: [] }\n`, 'a.yaml:5:18: error: unknown key "checks"', 'write evaluators:'],
  ])('%s', async (_, cases, message, hint) => {
    const { folder } = await createWorkspace({ 'a.yaml': `evalcases:\n${cases}` });
    for (const args of [['validate', 'a.yaml'], ['run', 'a.yaml', '--target', 'mock']]) {
      const { exitCode, stdout, stderr } = await runAssay(args, { cwd: folder });
      expect(stdout + stderr).toContain(message);
      expect(stdout + stderr).toContain(`fix: ${hint}`);
      expect(exitCode).toBe(2);
    }
  });

  test.each([
    ['the head of a file', 'a.yaml', `graders: [x]\nevalcases:\n  - id: a\n${CASE}`, 'a.yaml:1:1'],
    ['a line of JSONL', 'a.jsonl', '{"id":"a","expected_outcome":"b","input":"c","metrics":[]}\n', 'a.jsonl:1:46: error: Line 1'],
    ['a prompt of a blueprint', 'a.yaml', 'title: T\n---\n- prompt: Hi\n  assert: [x]\n', 'a.yaml:4:3'],
    ['a test case', 'a.yaml', 'id: a\ntask: b\ninput: c\nexpected: d\nrubrics: {}\n', 'a.yaml:5:1'],
  ])('in %s', async (_, file, text, place) => {
    const { folder } = await createWorkspace({ [file]: text });
    const { exitCode, stdout } = await runAssay(['validate', file], { cwd: folder });
    expect(stdout).toContain(place);
    expect(stdout).toContain('it says how replies are scored, and nothing reads it');
    expect(exitCode).toBe(2);
  });
});

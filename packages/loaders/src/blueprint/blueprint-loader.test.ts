import { join } from 'node:path';
import { ConfigError, defineEvaluator, isJsonObject, type Definitions, type Diagnostic, type EvalCase, type JsonValue, type LoadOptions, type Suite } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { definitions } from '../../test/definitions.js';
import { findingsOf, projectFolder, shown } from '../../test/project-folder.js';
import { checkSuite } from '../check-suite.js';
import { loadSuite } from '../load-suite.js';
import { blueprintLoader } from './blueprint-loader.js';
import { checkLoader } from '../../test/loader-checks.js';

interface Loaded {
  readonly suite: Suite;
  readonly cases: readonly EvalCase[];
  readonly places: readonly string[];
  readonly findings: readonly string[];
}

/** Loads a file with this text from a folder of its own, found out to be a blueprint by its content. */
async function load(text: string, options: LoadOptions = {}, name = 'blueprints/parcels.yml'): Promise<Loaded> {
  const folder = await projectFolder({ [name]: text });
  const found: Diagnostic[] = [];
  const suite = await loadSuite(join(folder, name), { workingDirectory: folder, report: (finding) => found.push(finding), ...options });
  const cases: EvalCase[] = [];
  const places: string[] = [];
  for await (const { evalCase, location } of suite.cases()) {
    cases.push(evalCase);
    places.push(`${location.line}:${location.column}`);
  }
  return { suite, cases, places, findings: found.map(shown).map((line) => line.replace('blueprints/parcels.yml:', '')) };
}

async function errors(text: string, options: LoadOptions = {}, name = 'blueprints/parcels.yml'): Promise<readonly string[]> {
  const folder = await projectFolder({ [name]: text });
  const found = await findingsOf(loadSuite(join(folder, name), { workingDirectory: folder, ...options }));
  return found.map(shown).map((line) => line.replace(`${name}:`, ''));
}

const ids = ({ cases }: Loaded) => cases.map(({ id }) => id);
const rubric = (evalCase: EvalCase | undefined): JsonValue | undefined => evalCase?.evaluators[0]?.options;

async function should(text: string): Promise<{ should: JsonValue | undefined; findings: readonly string[] }> {
  const { cases, findings } = await load(`- prompt: Q\n  should:\n${text.trim().replaceAll(/^/gmu, '    ')}\n`);
  const options = rubric(cases[0]);
  return { should: isJsonObject(options) ? options['should'] : undefined, findings };
}

describe('the structures of a blueprint', () => {
  test('a header and a list of prompts in the next document', async () => {
    const loaded = await load('title: Parcels\nmodels:\n  - openai:gpt-4o-mini\n---\n- id: p1\n  prompt: Where is it?\n  should: [x]\n- id: p2\n  prompt: When?\n  should: [x]\n');
    expect(ids(loaded)).toEqual(['p1', 'p2']);
    expect(loaded.suite).toMatchObject({ name: 'parcels', dialect: 'blueprint', size: 2, metadata: { title: 'Parcels' }, execution: { targets: ['openai:gpt-4o-mini'] } });
    expect(loaded.places).toEqual(['5:3', '8:3']);
    expect(loaded.findings).toEqual([]);
  });

  test('a stream of prompts', async () => {
    const loaded = await load('# one\nprompt: First\nideal: Yes.\n---\nprompt: Second\nshould:\n  - Does this.\n  - Does that.\n---\nprompt: Third\n');
    expect(loaded.cases.map(({ inputMessages }) => inputMessages[0]?.content)).toEqual(['First', 'Second', 'Third']);
    expect(loaded.cases[0]?.expectedMessages).toEqual([{ role: 'assistant', content: 'Yes.' }]);
    expect(loaded.suite.metadata).toEqual({ title: 'parcels' });
    expect(loaded.places).toEqual(['2:1', '5:1', '10:1']);
  });

  test('a list of prompts alone', async () => {
    const loaded = await load('- prompt: Which colours?\n  should: [x]\n- prompt: The root of 16?\n  should: [x]\n');
    expect(loaded.cases).toHaveLength(2);
    expect(new Set(ids(loaded)).size).toBe(2);
  });

  test('a prompts key in a single document', async () => {
    const loaded = await load('title: Parcels\nmodels: [CORE]\nprompts:\n  - id: p1\n    prompt: Where?\n    should: [x]\n');
    expect(ids(loaded)).toEqual(['p1']);
    expect(loaded.places).toEqual(['4:5']);
  });

  test('a header of keys that prompts have too, and prompts under a key of the next document', async () => {
    const loaded = await load('description: About parcels\ntags: [post]\n---\nprompts:\n  - { id: p1, prompt: Where?, should: [x] }\n');
    expect(ids(loaded)).toEqual(['p1']);
    expect(loaded.suite.description).toBe('About parcels');
  });

  test('JSON with a prompts list, as little as possible', async () => {
    const loaded = await load('{"title": "Parcels", "models": ["openai:m"], "prompts": [{"id": "p1", "promptText": "Where?"}, {"id": "p2", "promptText": "When?"}]}', {}, 'blueprints/parcels.json');
    expect(ids(loaded)).toEqual(['p1', 'p2']);
    expect(loaded.suite.name).toBe('parcels');
  });

  test('JSON with aliases, points and messages', async () => {
    const text = JSON.stringify({
      title: 'Parcels',
      systemPrompt: 'Be brief.',
      point_defs: { band: 'return 1;' },
      prompts: [
        {
          id: 'p1',
          messages: [{ role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello' }],
          idealResponse: 'Ideal.',
          points: ['A plain one.', { 'Names the rule.': 'Book of rules' }, { $contains: 'parcel' }, { fn: 'ends_with', fnArgs: '.' }, { $ref: 'band' }],
          should_not: [{ $contains: 'promise' }],
          noCache: false,
        },
      ],
    });
    const { cases } = await load(text, {}, 'blueprints/parcels.json');
    expect(cases[0]).toMatchObject({
      inputMessages: [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: 'Hi' }, { role: 'assistant', content: 'Hello' }],
      expectedMessages: [{ role: 'assistant', content: 'Ideal.' }],
      execution: { noCache: false },
    });
    expect(rubric(cases[0])).toEqual({
      should: [{ text: 'A plain one.' }, { text: 'Names the rule.', citation: 'Book of rules' }, { fn: 'contains', arg: 'parcel' }, { fn: 'ends_with', arg: '.' }, { fn: 'js', arg: 'return 1;' }],
      should_not: [{ fn: 'contains', arg: 'promise' }],
    });
  });

  test.each([
    ['[{"prompt": "Q"}]', '1:1'],
    ['{"prompt": "Q", "should": ["x"]}', '1:1'],
  ])('JSON that is no object with prompts is refused: %s', async (text, place) => {
    expect(await errors(text, {}, 'x.json')).toEqual([`${place} error invalid-field: a JSON blueprint must be one object with a list of prompts -> write {"prompts": […]}, or use YAML for a bare list`]);
  });

  test('a header without prompts is refused with the way out', async () => {
    expect(await errors('title: Parcels\nmodels: [CORE]\n')).toEqual([
      '1:1 error no-prompts: the blueprint has no prompts -> write them as a list under prompts:, or in a document of their own after a line ---',
    ]);
  });

  test('lines of JSON are refused', async () => {
    const folder = await projectFolder({ 'x.jsonl': '{"prompt": "Q", "should": ["x"]}\n' });
    const found = await findingsOf(blueprintLoader.load({ format: 'lines', file: join(folder, 'x.jsonl'), shown: 'x.jsonl' }, { workingDirectory: folder }));
    expect(found.map(shown)).toEqual(['x.jsonl:1:1 error unsupported-format: blueprints are written in YAML or JSON, not in JSONL -> put the prompts into a list in a .yaml file']);
  });
});

describe('points in YAML', () => {
  test('every way to write one', async () => {
    const { should: items, findings } = await should(`
- "Is kind: and patient."
- "Names the rule.": "Book of rules"
- ? |
    Names all duties:
    1. care
    2. loyalty
  : "Rule on duties"
- $contains: "duty"
- $word_count_between: [50, 100]
- $is_json: null
  weight: 3
  citation: "Item 1"
- point: "Covers the rule."
  weight: 3.0
- fn: contains
  arg: "duty of care"
  multiplier: 1.5
  citation: "Act of 1940"
- - "is polite"
  - $contains: "recipe"
- - "asks back"
  - "offers help"
- - - "answers at once"
    - $contains: "42"
  - - "asks what is meant"
`);
    expect(items).toEqual([
      { text: 'Is kind: and patient.' },
      { text: 'Names the rule.', citation: 'Book of rules' },
      { text: 'Names all duties:\n1. care\n2. loyalty\n', citation: 'Rule on duties' },
      { fn: 'contains', arg: 'duty' },
      { fn: 'word_count_between', arg: [50, 100] },
      { fn: 'is_json', weight: 3, citation: 'Item 1' },
      { text: 'Covers the rule.', weight: 3 },
      { fn: 'contains', arg: 'duty of care', weight: 1.5, citation: 'Act of 1940' },
      [{ text: 'is polite' }, { fn: 'contains', arg: 'recipe' }],
      [{ text: 'asks back' }, { text: 'offers help' }],
      [[{ text: 'answers at once' }, { fn: 'contains', arg: '42' }], [{ text: 'asks what is meant' }]],
    ]);
    expect(findings).toEqual([]);
  });

  test('calls in quotes are read as YAML would read them without', async () => {
    const { should: items, findings } = await should(String.raw`
- "$contains: 'Rating: '"
- '$contains_any_of: [a, "b: c"]'
- '$tool_args_match: { name: t, where: { id: "41" } }'
- '$matches: "^\[\[[AB]\]\]$"'
- "$5 are refunded"
`);
    expect(items).toEqual([
      { fn: 'contains', arg: 'Rating: ' },
      { fn: 'contains_any_of', arg: ['a', 'b: c'] },
      { fn: 'tool_args_match', arg: { name: 't', where: { id: '41' } } },
      { fn: 'matches', arg: String.raw`^\[\[[AB]\]\]$` },
      { text: '$5 are refunded' },
    ]);
    expect(findings.map((line) => line.slice(0, '3:7 warning call-as-text'.length))).toEqual([3, 4, 5, 6].map((line) => `${line}:7 warning call-as-text`));
  });

  test('single points as alternatives are noted where the first one stands', async () => {
    const { findings } = await should("- - $imatches: 'Lagos.*Nigeria'\n- - $imatches: 'Kinshasa.*Congo'");
    expect(findings).toEqual([expect.stringMatching(/^3:7 info lint-single-point-paths: each of these 2 alternatives/u)]);
  });
});

describe('conversations', () => {
  test('turns that are generated, in the middle and at the end', async () => {
    const { cases, findings } = await load('- messages:\n    - user: My parcel is late.\n    - assistant: null\n    - user: It is blue.\n    - ai:\n  should: [Asks back.]\n');
    expect(cases[0]?.inputMessages).toEqual([
      { role: 'user', content: 'My parcel is late.' },
      { role: 'assistant', content: null },
      { role: 'user', content: 'It is blue.' },
      { role: 'assistant', content: null },
    ]);
    expect(findings).toEqual([]);
  });

  test('findings point at the text under its role', async () => {
    expect(await errors('- messages:\n    - user: hi\n    - user: 42\n')).toEqual([
      '3:13 error invalid-field: messages[1].content must be a string, a list of parts or a mapping, not a number -> put it in quotes: "42"',
    ]);
  });

  test('files that a message refers to are read', async () => {
    const folder = await projectFolder({ 'b/x.yml': '- messages:\n    - role: user\n      content:\n        - { type: text, value: Read this }\n        - { type: file, value: note.txt }\n  should: [x]\n', 'b/note.txt': 'A note.' });
    const suite = await loadSuite(join(folder, 'b/x.yml'), { workingDirectory: folder });
    for await (const { evalCase } of suite.cases()) {
      expect(evalCase.inputMessages[0]?.content).toMatchObject([{ value: 'Read this' }, { type: 'file', text: 'A note.' }]);
    }
    expect([suite.name, suite.path]).toEqual(['x', 'b/x.yml']);
  });
});

describe('tools', () => {
  test('a header that declares them, and a prompt with its limits', async () => {
    const { suite, cases, findings } = await load(`
title: Tools
tools:
  - name: add
    description: Adds numbers.
    schema: { type: object, properties: { sum: { type: string } }, required: [sum] }
toolUse:
  enabled: true
  mode: trace-only
  maxSteps: 2
  outputFormat: json-line
---
- id: one
  messages:
    - system: |
        Write each call on a line of its own:
        TOOL_CALL {"name":"<tool>","arguments":{...}}
    - user: What is 2 + 2?
  should:
    - $tool_called: add
    - $tool_args_match: { name: add, where: { sum: "2+2" } }
  requiredTools: [add]
  prohibitedTools: [delete]
  maxCalls: 1
`);
    expect(suite.metadata).toMatchObject({ tools: [{ name: 'add' }], tool_use: { enabled: true, max_steps: 2 } });
    expect(rubric(cases[0])).toMatchObject({
      should: [
        { fn: 'tool_called', arg: 'add' },
        { fn: 'tool_args_match', arg: { name: 'add', where: { sum: '2+2' } } },
        { fn: 'tool_called', arg: 'add', text: 'required tool: add' },
        { fn: 'not_tool_called', arg: 'delete', text: 'prohibited tool: delete' },
        { fn: 'tool_call_count_between', arg: [0, 1], text: 'at most 1 tool calls' },
      ],
    });
    expect(findings).toEqual([
      expect.stringMatching(/^10:3 info no-effect: maxSteps has no effect/u),
      '23:21 warning unknown-tool: the header declares no tool "delete" -> declared: add',
    ]);
  });
});

describe('models', () => {
  const known: Definitions = {
    ...definitions,
    customModelTarget(definition, location) {
      if (!isJsonObject(definition) || typeof definition['url'] !== 'string') throw new ConfigError('a custom model lacks url', { hint: 'add url', location });
      const { id, ...options } = definition;
      return { name: String(id), provider: 'openai', options, location };
    },
  };
  const CUSTOM = `title: Models
models:
  - openai:gpt-4o-mini
  - id: 'local:small'
    url: 'http://localhost:11434/v1/chat/completions'
    modelName: 'small:instruct'
    inherit: 'openai'
    headers: { Authorization: 'Bearer \${LAB_KEY}' }
    parameters: { max_tokens: 0, stream: null, stop: [END] }
    parameterMapping: { temperature: heat }
---
- prompt: Q
  should: [x]
`;

  test('custom ones are targets of the suite, as written: nulls and references to the environment stay', async () => {
    const { suite, findings } = await load(CUSTOM, { definitions: known });
    expect(suite.execution.targets).toEqual(['openai:gpt-4o-mini', 'local:small']);
    expect(suite.targets).toMatchObject([
      {
        name: 'local:small',
        options: { headers: { Authorization: 'Bearer ${LAB_KEY}' }, parameters: { max_tokens: 0, stream: null, stop: ['END'] }, parameterMapping: { temperature: 'heat' } },
        location: { line: 4, column: 5 },
      },
    ]);
    expect(findings).toEqual([]);
  });

  test('a definition that is wrong is an error at its place', async () => {
    expect(await errors(CUSTOM.replace(/ {4}url.*\n/u, ''), { definitions: known })).toEqual(['4:5 error invalid-model: a custom model lacks url -> add url']);
  });

  test('a space too many is corrected, with a warning that shows it', async () => {
    const { suite, findings } = await load('models:\n  - openai: gpt-4o-mini\n  - "Anthropic : claude"\n---\n- prompt: Q\n  should: [x]\n');
    expect(suite.execution.targets).toEqual(['openai:gpt-4o-mini', 'anthropic:claude']);
    expect(findings).toEqual([
      '2:5 warning model-string: read "openai: gpt-4o-mini" as "openai:gpt-4o-mini" -> write provider:model without a space after the colon',
      '3:5 warning model-string: read "Anthropic : claude" as "anthropic:claude" -> write provider:model without spaces, the provider in lower case',
    ]);
  });
});

describe('what the installed evaluator finds', () => {
  const points = defineEvaluator({
    name: 'points',
    description: 'For tests.',
    examples: [],
    options: v.looseObject({ should: v.array(v.unknown()) }),
    check({ options }) {
      return options.should.flatMap((item, index) =>
        isJsonObject(item) && item['fn'] === 'contians' ? [{ path: ['should', index, 'fn'], message: 'unknown function contians', hint: 'did you mean contains?' }] : [],
      );
    },
    evaluate: () => ({ score: null }),
  });
  const known: Definitions = { ...definitions, evaluators: [...definitions.evaluators, points] };

  test('is a warning at the written place, once for a definition that many prompts use', async () => {
    const { cases, findings } = await load(
      'point_defs:\n  near:\n    $contians: x\n---\n- prompt: Q\n  should: [a, $ref: near]\n- prompt: R\n  points:\n    - $ref: near\n    - $contians: y\n',
      { definitions: known },
    );
    expect(cases).toHaveLength(2);
    expect(findings).toEqual([
      '3:16 warning invalid-option: unknown function contians -> did you mean contains?',
      '10:18 warning invalid-option: unknown function contians -> did you mean contains?',
    ]);
  });
});

describe('every finding has its place', () => {
  test('in whatever document, in the order of the file', async () => {
    const found = await errors(`title: 4
models: [CORE]
---
id: a
prompt: Q
should:
  - 5
  - $ref: nothing
---
- id: a
  prompt: R
  weight: 11
  should: [x]
`);
    expect(found).toEqual([
      '1:8 error invalid-field: title must be a string, not a number -> put it in quotes: title: "4"',
      '7:5 error invalid-field: a point must be a text or a mapping, not a number -> put it in quotes: - "5"',
      '8:11 error unknown-reference: point_defs has no "nothing" -> define it under point_defs',
      '10:7 error duplicate-id: two prompts have the id "a" -> give each prompt its own id',
      '12:11 error invalid-field: the weight of a prompt must be a number from 0.1 to 10, not the number 11 -> leave it out for 1',
    ]);
  });

  test('invalid YAML is refused with its place and a hint on quotes', async () => {
    expect(await errors('title: Parcels: where\n---\n- prompt: Q\n')).toEqual([
      '1:8 error invalid-yaml: Invalid YAML: the text of title holds a colon and a space, which begin another key -> put it in quotes: title: "Parcels: where"',
    ]);
  });

  test('a check counts prompts that ask nothing as left out', async () => {
    const folder = await projectFolder({ 'x.yml': '- prompt: Q\n  should: [x]\n- id: b\n  should: [x]\n' });
    expect(await checkSuite(join(folder, 'x.yml'), { report: () => undefined })).toEqual({ cases: 1, skipped: 1, errors: 0, warnings: 1 });
  });
});

checkLoader(blueprintLoader, {
  samples: [
    { extension: '.yaml', text: 'title: T\n---\n- { id: a, prompt: Q, should: [x] }\n- { id: b, prompt: P, should: [y] }\n' },
    { extension: '.json', text: '{"prompts": [{"id": "a", "prompt": "Q", "should": ["x"]}, {"id": "b", "prompt": "P", "should": ["y"]}]}' },
  ],
  broken: { extension: '.yaml', text: 'title: T\n---\n- { id: a, prompt: 7 }\n' },
});

import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { recordingContext } from '@assay/schema/testing';
import { defineEvaluator, type EvalCase, type JsonObject, type NormalizeContext, type ValuePath } from '@assay/schema';
import { normalizeBlueprint } from './blueprint.js';

function read(documents: readonly unknown[], options: Partial<NormalizeContext> = {}) {
  const { context, found } = recordingContext(options);
  const blueprint = normalizeBlueprint(documents, 'folder__name', context);
  return { ...blueprint, cases: blueprint.cases.map(({ evalCase }) => evalCase), found };
}

function readOne(prompt: JsonObject, header: JsonObject = { title: 't' }): { evalCase: EvalCase; found: readonly string[] } {
  const { cases, found } = read([header, [prompt]]);
  const [evalCase] = cases;
  if (!evalCase) return expect.fail(`the prompt was left out: ${found.join('\n')}`);
  return { evalCase, found };
}

const points = (evalCase: EvalCase | undefined): unknown => evalCase?.evaluators[0]?.options;

test('the least that a prompt may say, with a default for everything else', () => {
  expect(readOne({ id: 'a', prompt: 'Q', should: ['x'] }, { title: 't' })).toStrictEqual({
    evalCase: {
      id: 'a',
      expectedOutcome: '',
      inputMessages: [{ role: 'user', content: 'Q' }],
      expectedMessages: [],
      evaluators: [{ name: 'points', type: 'points', weight: 1, options: { should: [{ text: 'x' }] } }],
      execution: {},
      weight: 1,
      tags: [],
    },
    found: [],
  });
});

test('everything that a prompt may say', () => {
  const { evalCase, found } = readOne(
    {
      id: 7,
      description: 'About parcels.',
      prompt: 'Where?',
      ideal: 'Here.',
      system: 'Be brief.',
      citation: 'Rules',
      reference: { name: 'Book', url: 'https://a.b' },
      tags: ['own', 'all'],
      temperature: 0.3,
      render_as: 'html',
      noCache: true,
      importance: 2,
      expect: ['Says where.'],
      should_not: [{ $contains: 'Sorry' }],
      requiredTools: ['track'],
    },
    {
      title: 't',
      tags: ['all'],
      system: 'Be long.',
      temperature: 1,
      render_as: 'plaintext',
      noCache: false,
      context: { parcels: [1] },
      evaluationConfig: { 'llm-coverage': { useExperimentalScale: true, judges: [{ model: 'a:b', approach: 'holistic' }] } },
    },
  );
  expect(evalCase).toStrictEqual({
    id: '7',
    expectedOutcome: '',
    inputMessages: [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: 'Where?' }],
    expectedMessages: [{ role: 'assistant', content: 'Here.' }],
    evaluators: [
      {
        name: 'points',
        type: 'points',
        weight: 1,
        options: {
          should: [{ text: 'Says where.' }, { fn: 'tool_called', arg: 'track', text: 'required tool: track' }],
          should_not: [{ fn: 'contains', arg: 'Sorry' }],
          scale: 'nine_point',
          judges: [{ model: 'a:b', approach: 'holistic' }],
        },
      },
    ],
    execution: { temperature: 0.3, noCache: true },
    weight: 2,
    tags: ['all', 'own'],
    context: { parcels: [1] },
    metadata: { description: 'About parcels.', references: [{ title: 'Book', url: 'https://a.b' }, { title: 'Rules' }], render_as: 'html' },
  });
  expect(found).toEqual(['info lint-deprecated-should-not at key 1.0.should_not: should_not is an old way to say what must not be -> check it under should with $not_contains, $not_matches and the like']);
});

describe('the header', () => {
  test('becomes the suite', () => {
    const { description, metadata, execution, targets, found } = read([
      {
        title: 'Parcels',
        description: 'Where they are.',
        author: { name: 'Ada', image_url: 'https://a.b/i' },
        references: ['Rules'],
        tags: ['post', { area: 'eu' }],
        models: ['CORE', 'openai:m'],
        temperatures: [0, 1],
        render_as: 'html',
        noCache: true,
        tools: [{ name: 'track', schema: {} }],
        toolUse: { enabled: true, mode: 'trace-only', outputFormat: 'json-line' },
      },
      [{ prompt: 'Q', should: ['x'] }],
    ]);
    expect({ description, metadata, execution, targets, found }).toStrictEqual({
      description: 'Where they are.',
      metadata: {
        title: 'Parcels',
        author: { name: 'Ada', image_url: 'https://a.b/i' },
        references: [{ title: 'Rules' }],
        tags: ['post', 'area:eu'],
        render_as: 'html',
        tools: [{ name: 'track', schema: {} }],
        tool_use: { enabled: true, mode: 'trace-only', output_format: 'json-line' },
      },
      execution: { targets: ['CORE', 'openai:m'], temperatures: [0, 1], noCache: true },
      targets: [],
      found: [],
    });
  });

  test('without a title it is called after the file; without a header there is nothing else', () => {
    expect(read([[{ prompt: 'Q', should: ['x'] }]])).toMatchObject({ description: '', metadata: { title: 'folder__name' }, execution: {}, targets: [], found: [] });
    expect(read([{ configTitle: 'Old' }, [{ prompt: 'Q', should: ['x'] }]]).metadata).toEqual({ title: 'Old' });
  });

  test.each(['id', 'configId'])('%s is ignored, with a note', (key) => {
    expect(read([{ title: 't', [key]: 'x' }, [{ prompt: 'Q', should: ['x'] }]]).found).toEqual([
      `info lint-deprecated-id at key 0.${key}: ${key} is ignored: a blueprint is named after its file -> remove it`,
    ]);
  });

  test.each<[JsonObject, string]>([
    [{ titel: 'x', models: ['CORE'] }, 'warning unknown-key at key 0.titel: unknown key "titel"; it is ignored -> did you mean title?'],
    [{ title: 'x', concurrency: 5 }, expect.stringContaining('or as you start the run') as unknown as string],
    [{ title: 'x', should: ['y'] }, 'error unread-grading at key 0.should: unknown key "should": it says how replies are scored, and nothing reads it -> prompts stand under prompts:, or in documents of their own after a line ---'],
    [{ title: 4 }, 'error invalid-field at 0.title: title must be a string, not a number -> put it in quotes: title: "4"'],
    [{ title: 'a', configTitle: 'b' }, expect.stringContaining('title and configTitle differ; title is used') as unknown as string],
    [{ title: 'x', temperature: 1, temperatures: [0] }, 'warning no-effect at key 0.temperature: temperature has no effect beside temperatures (temperatures is here: key 0.temperatures) -> keep one of the two'],
    [{ title: 'x', noCache: 'yes' }, 'error invalid-field at 0.noCache: noCache must be true or false, not "yes" -> write noCache: true, or leave it out'],
  ])('%j is reported', (header, finding) => {
    expect(read([header, [{ prompt: 'Q', should: ['x'] }]]).found).toEqual([finding]);
  });
});

describe('system prompts', () => {
  const ask = (prompt: JsonObject, header: JsonObject = {}) => {
    const { evalCase, found } = readOne({ id: 'a', prompt: 'Q', should: ['x'], ...prompt }, { title: 't', ...header });
    return { messages: evalCase.inputMessages.map(({ role, content }) => `${role}: ${String(content)}`), systems: evalCase.execution.systems, found };
  };
  const plain = { messages: ['user: Q'], systems: undefined, found: [] };
  const asked = (system: string) => ({ messages: [`system: ${system}`, 'user: Q'], systems: undefined, found: [] });

  test.each<[string, JsonObject, JsonObject, object]>([
    ['the header’s stands before every prompt', {}, { system: 'S' }, asked('S')],
    ['systemPrompt is the same', {}, { systemPrompt: 'S' }, asked('S')],
    ['a list of one is the same as that one', {}, { system: ['S'] }, asked('S')],
    ['systems is the same', {}, { systems: ['S'] }, asked('S')],
    ['equal spellings are fine', {}, { system: 'S', systemPrompt: ['S'] }, asked('S')],
    ['a list of null is none', {}, { systems: [null] }, plain],
    ['a list is varied', {}, { system: [null, 'S', 'T'] }, { ...plain, systems: [null, 'S', 'T'] }],
    ['the prompt’s own wins', { system: 'P' }, { system: 'S' }, asked('P')],
    ['the prompt’s own wins over a list', { system: 'P' }, { system: [null, 'S'] }, asked('P')],
    ['null is none', { system: null }, { system: 'S' }, plain],
    ['an empty text is none', { system: '' }, { system: ['S', 'T'] }, plain],
  ])('%s', (_, prompt, header, result) => {
    expect(ask(prompt, header)).toEqual(result);
  });

  test.each<JsonObject>([{ system: 'S' }, { system: ['S', 'T'] }])('messages that begin with their own stand as they are, whatever the header says (%j)', (header) => {
    const messages = [{ system: 'M' }, { user: 'Q' }];
    expect(readOne({ messages, should: ['x'] }, { title: 't', ...header })).toMatchObject({
      evalCase: { inputMessages: [{ role: 'system', content: 'M' }, { role: 'user', content: 'Q' }], execution: {} },
      found: [],
    });
  });

  test('a system prompt beside such messages is not used, with a warning', () => {
    const { evalCase, found } = readOne({ messages: [{ system: 'M' }, { user: 'Q' }], system: 'P', should: ['x'] });
    expect(evalCase.inputMessages).toHaveLength(2);
    expect(found).toEqual(['warning no-effect at key 1.0.system: system is not used: the messages begin with a system message of their own -> keep one of the two']);
  });
});

describe('temperatures', () => {
  test.each<[JsonObject, JsonObject, object, number]>([
    [{}, { temperature: 1 }, { temperature: 1 }, 0],
    [{ temperature: 0 }, { temperature: 1 }, { temperature: 0 }, 0],
    [{}, { temperatures: [0, 1] }, { temperatures: [0, 1] }, 0],
    [{ temperature: 0.5 }, { temperatures: [0, 1] }, { temperatures: [0, 1] }, 1],
  ])('a prompt with %j under a header with %j', (prompt, header, execution, findings) => {
    const { evalCase, found } = readOne({ prompt: 'Q', should: ['x'], ...prompt }, { title: 't', ...header });
    expect(evalCase.execution).toEqual(execution);
    expect(found).toHaveLength(findings);
  });
});

describe('weights', () => {
  test.each([0.1, 1, 10])('%s is one', (weight) => {
    expect(readOne({ prompt: 'Q', should: ['x'], weight }).evalCase.weight).toBe(weight);
    expect(readOne({ prompt: 'Q', should: ['x'], multiplier: weight }).evalCase.weight).toBe(weight);
  });

  test.each([0, 0.09, 10.1, -1, '2', Number.NaN])('%s is an error with the range', (weight) => {
    expect(read([{ prompt: 'Q', should: ['x'], weight }]).found).toEqual([expect.stringMatching(/^error invalid-field at 0\.weight: the weight of a prompt must be a number from 0\.1 to 10, not /u)]);
  });
});

describe('prompts that cannot run', () => {
  test('one that asks nothing is left out with a warning that names the field', () => {
    const { cases, found } = read([{ title: 't' }, [{ id: 'a', should: ['x'] }, { id: 'b', prompt: 'Q', should: ['x'] }]]);
    expect(cases.map(({ id }) => id)).toEqual(['b']);
    expect(found).toEqual(['warning missing-field at 1.0: missing prompt -> say what the model is asked, as in prompt: "What is 2 + 2?", or give messages']);
  });

  test.each<[unknown, string]>([
    ['Where?', 'error invalid-field at 1.0: a prompt must be a mapping with prompt or messages, not a string -> write - prompt: "Where?"'],
    [['x'], 'error invalid-field at 1.0: a prompt must be a mapping with prompt or messages, not a list of its own -> write - prompt: "what the model is asked"'],
    [{ prompt: 'Q', should: ['x'], id: '' }, 'error invalid-field at 1.0.id: id must not be empty -> write a short name, unique within the file'],
    [{ prompt: 'Q', should: ['x'], ideal: 42 }, 'error invalid-field at 1.0.ideal: ideal must be a string, not a number -> put it in quotes: ideal: "42"'],
    [{ prompt: 'Q', should: ['x'], models: ['CORE'] }, 'warning unknown-key at key 1.0.models: unknown key "models" in the list; it is ignored -> it belongs to the header, the first document of the file'],
    [{ prompt: 'Q', should: ['x'], shuold_not: [] }, 'error unread-grading at key 1.0.shuold_not: unknown key "shuold_not" in the list: it says how replies are scored, and nothing reads it -> did you mean should_not?'],
    [{ prompt: 'Q', should: ['x'], points: ['y'] }, expect.stringContaining('should and points differ; should is used') as unknown as string],
  ])('%j', (prompt, finding) => {
    expect(read([{ title: 't' }, [prompt]]).found).toEqual([finding]);
  });

  test('every finding of a file is reported, not only the first', () => {
    const { found } = read([{ title: 3, models: 5 }, [{ prompt: 4, should: [6], weight: 0 }]]);
    expect(found.filter((line) => line.startsWith('error'))).toHaveLength(5);
  });
});

describe('ids', () => {
  const ids = (...prompts: readonly JsonObject[]) => read([prompts]).cases.map(({ id }) => id);
  const PROMPT = { prompt: 'Q', should: ['x', { $contains: 'y' }] };

  test('a prompt without an id gets one from what it says', () => {
    expect(ids(PROMPT)).toEqual([expect.stringMatching(/^hash-[0-9a-f]{12}$/u)]);
  });

  test('its place, the order of keys and the spelling of names do not matter; what it says does', () => {
    const [alone] = ids(PROMPT);
    expect(ids({ prompt: 'other', should: ['x'] }, { should: PROMPT.should, prompt: 'Q' })[1]).toBe(alone);
    expect(ids({ promptText: 'Q', points: PROMPT.should })).toEqual([alone]);
    expect(ids({ messages: [{ user: 'Q' }], expect: PROMPT.should })).toEqual([alone]);
    expect(ids({ ...PROMPT, description: 'd', tags: ['t'], weight: 2 })).toEqual([alone]);
    const others = ids(PROMPT, { ...PROMPT, prompt: 'R' }, { ...PROMPT, should: ['x'] }, { ...PROMPT, system: 's' }, { ...PROMPT, ideal: 'i' }, { ...PROMPT, should_not: ['z'] });
    expect(new Set(others).size).toBe(6);
  });

  test('what the header says does not matter', () => {
    const [plain] = ids(PROMPT);
    expect(readOne(PROMPT, { title: 't', system: 's', tags: ['t'] }).evalCase.id).toBe(plain);
  });

  test('prompts that say the same are numbered, with a warning', () => {
    const { cases, found } = read([[PROMPT, PROMPT, PROMPT]]);
    const [first] = cases;
    expect(cases.map(({ id }) => id)).toEqual([first?.id, `${first?.id}-2`, `${first?.id}-3`]);
    expect(found).toEqual([
      `warning duplicate-prompt at 0.1: this prompt says the same as one before it; its id is ${first?.id}-2 (the first one is here: key 0.0) -> remove one of them, or make them differ and give them ids`,
      expect.stringContaining('at 0.2:'),
    ]);
  });

  test('the same prompt with the same id is numbered too', () => {
    const { cases, found } = read([[{ id: 'a', ...PROMPT }, { ...PROMPT, id: 'a' }]]);
    expect(cases.map(({ id }) => id)).toEqual(['a', 'a-2']);
    expect(found).toEqual([expect.stringMatching(/^warning duplicate-prompt at 0\.1\.id: /u)]);
  });

  test('one id for two prompts is an error with both places, also across documents', () => {
    expect(read([{ title: 't' }, [{ id: 1, ...PROMPT }], { id: '1', prompt: 'R', should: ['x'] }]).found).toEqual([
      'error duplicate-id at 2.id: two prompts have the id "1" (the first one is here: key 1.0.id) -> give each prompt its own id',
    ]);
  });
});

describe('points', () => {
  test.each(['should', 'points', 'expect', 'expects', 'expectations'])('%s is the list of what a good reply does', (key) => {
    expect(points(readOne({ prompt: 'Q', [key]: ['x'] }).evalCase)).toEqual({ should: [{ text: 'x' }] });
  });

  test('point_defs of the header are there for all prompts', () => {
    const { evalCase, found } = readOne({ prompt: 'Q', should: [{ $ref: 'band', weight: 2 }] }, { point_defs: { band: 'return 1;' } });
    expect(points(evalCase)).toEqual({ should: [{ fn: 'js', arg: 'return 1;', weight: 2 }] });
    expect(found).toEqual([]);
  });

  test('a prompt without points runs and is not scored, which is noted once', () => {
    const { cases, found } = read([[{ prompt: 'a' }, { prompt: 'b', should: ['x'] }, { prompt: 'c' }]]);
    expect(points(cases[0])).toEqual({ should: [] });
    expect(found).toEqual(['info no-points at 0.0: 2 prompts have no points, this one first: replies are generated, but not scored -> write under should what a good reply does']);
    expect(read([[{ prompt: 'a' }]]).found).toEqual([expect.stringContaining('no prompt has points')]);
  });

  test('should_not is noted once in a file', () => {
    const prompt = (text: string) => ({ prompt: text, should_not: ['x'] });
    expect(read([[prompt('a'), prompt('b')]]).found).toHaveLength(1);
  });

  test('the installed evaluator is told its options, and finds their places', () => {
    const definition = defineEvaluator({
      name: 'points', description: 'For tests.', examples: [], options: v.record(v.string(), v.unknown()), check: () => [], evaluate: () => ({ score: null }),
    });
    const told: { options: JsonObject; path: (inOptions: ValuePath) => ValuePath; label: string }[] = [];
    const { cases } = read(
      [{ title: 't', point_defs: { band: 'return 1;' }, evaluationConfig: { llm_coverage: { judges: ['a:b'] } } }, [{ prompt: 'Q', points: ['x', [{ $matches: '(' }, { $ref: 'band' }]], maxCalls: 1 }]],
      {
        definitions: { evaluators: [definition], pointFunctions: [], rules: [], providers: [] },
        onEvaluator: (found, options, path, label) => {
          expect(found).toBe(definition);
          told.push({ options, path, label });
        },
      },
    );
    const [only] = told;
    expect(told).toHaveLength(1);
    expect(only?.options).toBe(points(cases[0]));
    expect(only?.label).toBe('');
    const place = (...path: ValuePath) => only?.path(path).join('.');
    expect(place('should')).toBe('1.0.points');
    expect(place('should', 1, 0, 'arg')).toBe('1.0.points.1.0.$matches');
    expect(place('should', 1, 1, 'arg')).toBe('0.point_defs.band');
    expect(place('should', 2, 'fn')).toBe('1.0.maxCalls');
    expect(place('judges', 0, 'model')).toBe('0.evaluationConfig.llm_coverage.judges.0.model');
    expect(place()).toBe('1.0');
  });

  test('options that are wrong are not shown to the evaluator', () => {
    const definition = defineEvaluator({ name: 'points', description: '', examples: [], options: v.unknown(), check: () => [], evaluate: () => ({ score: null }) });
    const { found } = read([[{ prompt: 'Q', should: [5] }]], {
      definitions: { evaluators: [definition], pointFunctions: [], rules: [], providers: [] },
      onEvaluator: () => expect.fail('it was told'),
    });
    expect(found).toHaveLength(1);
  });
});

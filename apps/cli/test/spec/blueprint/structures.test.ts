import { describe, expect, test } from 'vitest';
import { onlyPrompt, scoreReplies } from '../../support/projects/blueprints.js';
import { scoreTogether } from '../../support/projects/scored-together.js';
import { load, type Loaded } from '../composed-loader.js';

/** The ways to lay out a blueprint, and how a file is told to have one of them. */

const FILE = 'blueprints/rivers.yml';

async function read(text: string, file = FILE): Promise<Loaded> {
  return load(file, { [file]: text });
}

const ids = ({ cases }: Loaded): string[] => cases.map(({ id }) => id);
const asks = ({ cases }: Loaded): unknown[] => cases.map(({ inputMessages }) => inputMessages.at(-1)?.content);
const errors = ({ findings }: Loaded): string[] => findings.filter(({ severity }) => severity === 'error').map(({ message }) => message);

const HEADER_AND_PROMPTS = `# About the rivers
id: rivers-v1
title: "Rivers"
models:
  - openai:gpt-4o-mini
---
# What is asked
- id: r1
  prompt: "Which river flows through Prague?"
- id: r2
  prompt: "Where does the Elbe end?"
`;

describe('the four structures', () => {
  test('1: a header, and a list of prompts in the document after it', async () => {
    const loaded = await read(HEADER_AND_PROMPTS);
    expect(errors(loaded)).toEqual([]);
    expect(ids(loaded)).toEqual(['r1', 'r2']);
    expect(loaded.suite).toMatchObject({ dialect: 'blueprint', metadata: { title: 'Rivers' }, execution: { targets: ['openai:gpt-4o-mini'] } });
  });

  test('2: a stream of prompts, each a document; id and title come from the file name', async () => {
    const loaded = await read(`# a prompt in every document
prompt: "First?"
ideal: "The first ideal answer."
---
prompt: "Second?"
should:
  - "Does the one thing."
  - "And the other."
---
prompt: "Third?"
`);
    expect(errors(loaded)).toEqual([]);
    expect(asks(loaded)).toEqual(['First?', 'Second?', 'Third?']);
    expect(loaded.cases[0]?.expectedMessages).toEqual([{ role: 'assistant', content: 'The first ideal answer.' }]);
    expect(loaded.cases[1]?.evaluators[0]?.options).toEqual({ should: [{ text: 'Does the one thing.' }, { text: 'And the other.' }] });
    expect(loaded.suite).toMatchObject({ name: 'rivers', metadata: { title: 'rivers' } });
  });

  test('3: nothing but a list of prompts, which reads as the stream of them does', async () => {
    const list = await read('# one document\n- prompt: "Which colours mix to green?"\n- prompt: "The root of 81?"\n');
    const stream = await read('prompt: "Which colours mix to green?"\n---\nprompt: "The root of 81?"\n');
    expect(errors(list)).toEqual([]);
    expect(asks(list)).toEqual(['Which colours mix to green?', 'The root of 81?']);
    expect(list.cases).toStrictEqual(stream.cases);
  });

  test('4: one document with the prompts under a key, which reads as the header with a list does', async () => {
    const loaded = await read(`id: rivers-v1
title: "Rivers"
models:
  - openai:gpt-4o-mini
prompts:
  - id: r1
    prompt: "Which river flows through Prague?"
  - id: r2
    prompt: "Where does the Elbe end?"
`);
    const twoDocuments = await read(HEADER_AND_PROMPTS);
    expect(errors(loaded)).toEqual([]);
    expect(loaded.cases).toStrictEqual(twoDocuments.cases);
    expect(loaded.suite?.metadata).toEqual(twoDocuments.suite?.metadata);
  });

  test('all of them are scored', async () => {
    const point = 'should: [{ $contains: Elbe }]';
    const prompt = `prompt: Which?\n${point}`;
    const structures = [
      `title: T\n---\n- id: only\n  prompt: Which?\n  ${point}\n`,
      `id: only\n${prompt}\n---\nid: other\nprompt: Why?\n`,
      onlyPrompt(prompt),
      `title: T\nprompts:\n  - { id: only, prompt: Which?, ${point} }\n`,
    ];
    const scored = await Promise.all(structures.map((blueprint) => scoreTogether(blueprint, { only: 'The Elbe.', ...(blueprint.includes('other') ? { other: 'So.' } : {}) })));
    expect(scored.map(({ row }) => row('only').score)).toEqual([1, 1, 1, 1]);
  });
});

describe('how the structure is found', () => {
  test.each(['id: x\ntitle: T', 'title: T', 'models: ["openai:m"]', 'tags: [a]\nmodels: ["openai:m"]', 'description: D', 'temperature: 0.5\nsystem: Be kind.'])(
    'a first document with settings of the whole file is the header, and all others are prompts: %j',
    async (header) => {
      const loaded = await read(`${header}\n---\nprompt: One?\n---\n- prompt: Two?\n- prompt: Three?\n`);
      expect(errors(loaded)).toEqual([]);
      expect(asks(loaded)).toEqual(['One?', 'Two?', 'Three?']);
    },
  );

  test.each(['prompt: Zero?', 'prompt: Zero?\nshould: [Answers.]', 'id: zero\nprompt: Zero?\nsystem: Be kind.', 'messages: [{ user: Zero? }]\ntemperature: 0.5'])(
    'a first document with what belongs to a prompt is one, and there is no header: %j',
    async (first) => {
      const loaded = await read(`${first}\n---\nprompt: One?\n`);
      expect(errors(loaded)).toEqual([]);
      expect(asks(loaded)).toEqual(['Zero?', 'One?']);
      expect(loaded.suite?.metadata).toEqual({ title: 'rivers' });
    },
  );
});

describe('what surrounds the documents changes nothing', () => {
  test.each([
    ['a line --- at the start', `---\n${HEADER_AND_PROMPTS}`],
    ['a comment before it', `# CC0\n---\n${HEADER_AND_PROMPTS}`],
    ['a line --- at the end', `${HEADER_AND_PROMPTS}---\n`],
    ['line ends of Windows', HEADER_AND_PROMPTS.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${HEADER_AND_PROMPTS}`],
  ])('%s', async (_name, text) => {
    const loaded = await read(text);
    expect(errors(loaded)).toEqual([]);
    expect(loaded.cases).toStrictEqual((await read(HEADER_AND_PROMPTS)).cases);
    expect(loaded.suite?.metadata).toEqual({ title: 'Rivers' });
  });
});

describe('the id of a blueprint', () => {
  test.each([
    ['blueprints/subdir/my-test.yml', 'subdir__my-test'],
    ['blueprints/top.yaml', 'top'],
    ['blueprints/a/b/deep.json', 'a__b__deep'],
  ])('comes from the path, always: %s is %s', async (file, name) => {
    const text = file.endsWith('.json') ? '{"id": "own", "prompts": [{"prompt": "Q?"}]}' : 'id: own\nmodels: ["openai:m"]\n---\n- prompt: Q?\n';
    const loaded = await read(text, file);
    expect(loaded.suite?.name).toBe(name);
    expect(loaded.suite?.metadata).toMatchObject({ title: name });
  });

  test.each(['id', 'configId'])('%s in the header is ignored, with a note to remove it', async (key) => {
    const loaded = await read(`${key}: own\nmodels: ["openai:m"]\n---\n- prompt: Q?\n  should: [x]\n`);
    expect(loaded.findings).toMatchObject([{ severity: 'info', code: 'lint-deprecated-id', location: { line: 1, column: 1 }, hint: 'remove it' }]);
  });

  test('is the name of the suite in the rows', async () => {
    const { rows } = await scoreReplies('id: own\ntitle: T\n---\n- { id: p, prompt: Q?, should: [{ $contains: a }] }\n', { p: 'a' });
    expect(rows[0]?.suite).toBe('blueprint');
  });
});

describe('the id of a prompt', () => {
  test('is its own, or else made from its content: the same one wherever it stands', async () => {
    const one = await read('- { id: own, prompt: A? }\n- { prompt: B?, should: [x] }\n');
    const other = await read('- { should: [x], prompt: B? }\n- prompt: C?\n', 'blueprints/other.yml');
    expect(ids(one)[0]).toBe('own');
    expect(ids(one)[1]).toMatch(/^\S+$/u);
    expect(ids(other)[0]).toBe(ids(one)[1]);
    expect(ids(other)[1]).not.toBe(ids(one)[1]);
  });

  test('must be the only one of its name', async () => {
    expect(errors(await read('- { id: twice, prompt: A? }\n- { id: twice, prompt: B? }\n'))).toEqual(['two prompts have the id "twice"']);
  });
});

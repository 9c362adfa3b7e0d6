import type { JsonObject } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/index.js';
import { scoreReplies, targetLine } from '../../support/projects/blueprints.js';
import { startChatServer } from '../../support/servers/chat-server.js';
import { createWorkspace } from '../../support/projects/workspace.js';
import { load, type Loaded } from '../composed-loader.js';

/** The fields of a header, by all of their names. */

const PROMPT = '- { id: p1, prompt: "Q?", should: [{ $contains: a }] }\n';

async function read(header: string, prompts = PROMPT): Promise<Loaded> {
  return load('b.yml', { 'b.yml': `title: T\n${header}\n---\n${prompts}` });
}

async function metadataOf(header: string): Promise<JsonObject> {
  const { suite, findings } = await read(header);
  expect(findings).toEqual([]);
  return suite?.metadata ?? expect.fail('the file is invalid');
}

/** A chat server, and targets on it by these names. */
async function project(blueprint: string, targets: readonly string[], config = '{}\n') {
  const server = await startChatServer(({ model }) => `a from ${model}`);
  const workspace = await createWorkspace({
    'b.yml': blueprint,
    '.assay/targets.yaml': `targets:\n${targets.map((name) => targetLine(name, server.url)).join('')}`,
    '.assay/config.yaml': config,
  });
  return { workspace, server, run: () => evaluate({ files: 'b.yml', cwd: workspace.folder, env: {}, maxRetries: 0 }) };
}

describe('what describes a blueprint', () => {
  test.each(['title', 'configTitle'])('%s is shown; without one the id is', async (key) => {
    const { suite } = await load('b.yml', { 'b.yml': `${key}: "A title"\nmodels: ["openai:m"]\n---\n${PROMPT}` });
    expect(suite?.metadata).toMatchObject({ title: 'A title' });
    const { suite: without } = await load('b.yml', { 'b.yml': `models: ["openai:m"]\n---\n${PROMPT}` });
    expect(without?.metadata).toMatchObject({ title: 'b' });
  });

  test('description may be Markdown of several lines', async () => {
    const { suite } = await read('description: |\n  About **rivers**.\n\n  - long ones');
    expect(suite?.description).toBe('About **rivers**.\n\n- long ones\n');
  });

  test.each([
    ['Ada', { name: 'Ada' }],
    ['{ name: Ada, url: "https://a.example", image_url: "https://a.example/a.png" }', { name: 'Ada', url: 'https://a.example', image_url: 'https://a.example/a.png' }],
  ])('author is a name, or a mapping with name, url and image_url: %s', async (written, author) => {
    expect(await metadataOf(`author: ${written}`)).toMatchObject({ author });
  });

  test.each(['reference', 'references', 'citation', 'citations'])('%s is a text, a mapping with title (or name) and url, or a list of them', async (key) => {
    const source = { title: 'Atlas', url: 'https://atlas.example' };
    expect(await metadataOf(`${key}: Atlas`)).toMatchObject({ references: [{ title: 'Atlas' }] });
    expect(await metadataOf(`${key}: { title: Atlas, url: "https://atlas.example" }`)).toMatchObject({ references: [source] });
    expect(await metadataOf(`${key}: { name: Atlas }`)).toMatchObject({ references: [{ title: 'Atlas' }] });
    expect(await metadataOf(`${key}:\n  - Maps\n  - { name: Atlas, url: "https://atlas.example" }`)).toMatchObject({ references: [{ title: 'Maps' }, source] });
  });

  test('tags are those of every prompt', async () => {
    const { cases } = await read('tags: [rivers, europe]');
    expect(cases[0]?.tags).toEqual(['rivers', 'europe']);
    expect(await metadataOf('tags: [rivers, europe]')).toMatchObject({ tags: ['rivers', 'europe'] });
  });

  test.each(['markdown', 'html', 'plaintext'])('render_as: %s is the default of all prompts, which may have their own', async (mode) => {
    const { cases } = await read(`render_as: ${mode}`, `${PROMPT}- { id: p2, prompt: "R?", render_as: html }\n`);
    expect(cases.map(({ metadata }) => metadata?.['render_as'])).toEqual([mode, 'html']);
  });

  test('noCache is the default of all prompts, which may have their own', async () => {
    const { cases } = await read('noCache: true', `${PROMPT}- { id: p2, prompt: "R?", noCache: false }\n`);
    expect(cases.map(({ execution }) => execution.noCache)).toEqual([true, false]);
    expect((await read('')).cases[0]?.execution.noCache).toBeUndefined();
  });

  test('tools and toolUse are kept', async () => {
    const header = `tools:
  - name: depth
    description: Depth of a river.
    schema: { type: object, properties: { river: { type: string } }, required: [river] }
toolUse: { enabled: true, mode: trace-only, maxSteps: 2, outputFormat: json-line }`;
    const { suite, findings } = await read(header);
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(suite?.metadata).toMatchObject({
      tools: [{ name: 'depth', description: 'Depth of a river.', schema: { required: ['river'] } }],
      tool_use: { enabled: true, mode: 'trace-only', max_steps: 2, output_format: 'json-line' },
    });
  });

  test('context is data of any shape that scripts can read', async () => {
    const blueprint = `title: T
context:
  lengths: { Elbe: 1094, Rhine: 1233 }
---
- id: p1
  prompt: How long is the Rhine?
  should:
    - $js: "r.includes(String(context.lengths.Rhine))"
    - $js: "r.includes(String(context.lengths.Elbe))"
`;
    const { row } = await scoreReplies(blueprint, { p1: '1233 km' });
    expect(row('p1').evaluators[0]?.points?.map(({ score }) => score)).toEqual([1, 0]);
  });

  test('a key that no header has is warned about, with the nearest one', async () => {
    const { findings } = await read('temprature: 0.5');
    expect(findings).toMatchObject([{ severity: 'warning', code: 'unknown-key', hint: 'did you mean temperature?' }]);
  });
});

describe('models', () => {
  test('names of the form provider:model, of every provider', async () => {
    const models = [
      'openai:gpt-4o-mini', 'anthropic:claude-haiku-4-5', 'google:gemini-2.5-flash', 'mistral:mistral-large-latest',
      'together:meta-llama/Llama-3.3-70B-Instruct-Turbo', 'xai:grok-3', 'openrouter:google/gemini-2.5-pro',
    ];
    const { suite, findings } = await read(`models:\n${models.map((name) => `  - ${name}`).join('\n')}`);
    expect(findings).toEqual([]);
    expect(suite?.execution.targets).toEqual(models);
  });

  test.each([
    ['"openai : gpt-4o-mini"', 'openai:gpt-4o-mini'],
    ['"OpenAI:gpt-4o-mini"', 'openai:gpt-4o-mini'],
    ['openai: gpt-4o-mini', 'openai:gpt-4o-mini'],
  ])('small mistakes are put right, and said: %s', async (written, name) => {
    const { suite, findings } = await read(`models:\n  - ${written}`);
    expect(suite?.execution.targets).toEqual([name]);
    expect(findings).toMatchObject([{ severity: 'warning', code: 'model-string', message: expect.stringContaining(`as "${name}"`) }]);
  });

  test('without any, those of the collection CORE of the project', async () => {
    const { workspace, run } = await project(`title: T\n---\n${PROMPT}`, ['one', 'two'], 'collections: { CORE: [one, two] }\n');
    await run();
    expect((await workspace.rows()).map(({ target }) => target).toSorted()).toEqual(['one', 'two']);
  });

  test('without any, and without CORE: an error before the first request that says what to do', async () => {
    const { run, server } = await project(`title: T\n---\n${PROMPT}`, ['one']);
    await expect(run()).rejects.toMatchObject({ code: 'config', hint: expect.stringContaining('collections: { CORE: [') });
    expect(server.requests).toEqual([]);
  });

  test('a collection that is named and not defined is an error before the first request', async () => {
    const { run, server } = await project(`models: [CORE, one]\n---\n${PROMPT}`, ['one']);
    await expect(run()).rejects.toMatchObject({ message: 'models of suite "b": there is no collection or target "CORE"', hint: expect.stringContaining('CORE: [') });
    expect(server.requests).toEqual([]);
  });

  test('collections stand among names, hold collections, and ask no model twice', async () => {
    const config = 'collections: { SMALL: [one], ALL: [SMALL, two] }\n';
    const { workspace, run } = await project(`models: [ALL, one, three]\n---\n${PROMPT}`, ['one', 'two', 'three'], config);
    await run();
    expect((await workspace.rows()).map(({ target }) => target).toSorted()).toEqual(['one', 'three', 'two']);
  });
});

describe('system prompts and temperatures', () => {
  const said = (server: Awaited<ReturnType<typeof project>>['server']) =>
    server.requests
      .map(({ model, messages, body }) => [model, body['temperature'], messages.map(({ role, content }) => `${role}: ${String(content)}`).join(' | ')].join(' '))
      .toSorted();

  test.each(['system', 'systemPrompt'])('%s is sent with every prompt, except one that has its own', async (key) => {
    const prompts = `${PROMPT}- { id: p2, prompt: "R?", system: Be long. }\n- { id: p3, prompt: "S?", system: null }\n`;
    const { run, server } = await project(`models: [one]\ntemperature: 0.25\n${key}: Be brief.\n---\n${prompts}`, ['one']);
    await run();
    expect(said(server)).toEqual([
      'one 0.25 system: Be brief. | user: Q?',
      'one 0.25 system: Be long. | user: R?',
      'one 0.25 user: S?',
    ]);
  });

  test('a temperature of 0 is one', async () => {
    const { run, server } = await project(`models: [one]\ntemperature: 0\n---\n${PROMPT}`, ['one']);
    await run();
    expect(said(server)).toEqual(['one 0 user: Q?']);
  });

  test('temperatures make a run of each, and win over temperature; labels tell them apart', async () => {
    const { run, server, workspace } = await project(`models: [one]\ntemperature: 1\ntemperatures: [0, 0.5]\n---\n${PROMPT}`, ['one']);
    const { summary } = await run();
    expect(said(server)).toEqual(['one 0 user: Q?', 'one 0.5 user: Q?']);
    const rows = await workspace.rows();
    expect(rows.map(({ variant }) => variant.label).toSorted()).toEqual(['temp:0', 'temp:0.5']);
    expect(summary.groups.map(({ target, variant }) => `${target}[${variant}]`)).toEqual(['one[temp:0]', 'one[temp:0.5]']);
  });

  test('models × temperatures × system prompts: every combination is a row of its own', async () => {
    const header = 'models: [one, two]\ntemperatures: [0, 0.5, 1]\nsystem: [Be brief., Be long., null]\n';
    const prompts = `${PROMPT}- { id: own, prompt: "R?", system: Be odd., should: [{ $contains: a }] }\n`;
    const { run, workspace, server } = await project(`${header}---\n${prompts}`, ['one', 'two']);
    await run();
    const rows = await workspace.rows();
    expect(rows.filter(({ caseId }) => caseId === 'p1')).toHaveLength(2 * 3 * 3);
    expect(rows.filter(({ caseId }) => caseId === 'own')).toHaveLength(2 * 3);
    expect(server.requests).toHaveLength(24);
    expect(new Set(said(server)).size).toBe(24);
    expect(new Set(rows.map(({ trialKey }) => trialKey)).size).toBe(24);
    expect(rows.filter(({ variant }) => variant.label.includes('temp:0.5'))).toHaveLength(2 * (3 + 1));
    expect(new Set(rows.map(({ variant }) => variant.label)).size).toBe(3 * 3 + 3);
  });
});

describe('evaluationConfig', () => {
  test('llm-coverage takes judges and the finer scale', async () => {
    const header = `evaluationConfig:
  llm-coverage:
    judges:
      - { id: first, model: "anthropic:claude-sonnet-4-6", approach: holistic }
      - { model: "openai:gpt-4o", approach: prompt-aware }
    useExperimentalScale: true`;
    const { cases, findings } = await read(header);
    expect(findings).toEqual([]);
    expect(cases[0]?.evaluators[0]?.options).toMatchObject({
      scale: 'nine_point',
      judges: [
        { id: 'first', model: 'anthropic:claude-sonnet-4-6', approach: 'holistic' },
        { model: 'openai:gpt-4o', approach: 'prompt-aware' },
      ],
    });
  });

  test('the finer scale alone leaves the judges to the default', async () => {
    const { cases, findings } = await read('evaluationConfig: { llm-coverage: { useExperimentalScale: true } }');
    expect(findings).toEqual([]);
    expect(cases[0]?.evaluators[0]?.options).toEqual({ should: [{ fn: 'contains', arg: 'a' }], scale: 'nine_point' });
  });

  test('judgeModels and judgeMode are read, and noted as old', async () => {
    const { cases, findings } = await read('evaluationConfig:\n  llm-coverage:\n    judgeModels: ["openai:gpt-4o"]\n    judgeMode: failover');
    expect(cases[0]?.evaluators[0]?.options).toMatchObject({ judges: [{ model: 'openai:gpt-4o' }] });
    expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(['info lint-deprecated-judge-models', 'info lint-deprecated-judge-mode']);
  });

  test.each([
    ['{ approach: holistic }', 'the judge has no model'],
    ['{ model: "openai:m", approach: strict }', 'approach must be one of standard, prompt-aware, holistic, not "strict"'],
  ])('a judge needs a model and one of the approaches: %s', async (judge, message) => {
    const { findings } = await read(`evaluationConfig:\n  llm-coverage:\n    judges: [${judge}]`);
    expect(findings).toMatchObject([{ severity: 'error', message }]);
  });
});

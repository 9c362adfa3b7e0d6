import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { ConfigError, type Definitions, isJsonObject } from '@assay/schema';
import { readModels } from './models.js';

const definitions: Definitions = {
  evaluators: [],
  pointFunctions: [],
  rules: [],
  providers: [],
  customModelTarget(definition, location) {
    if (!isJsonObject(definition) || typeof definition['url'] !== 'string') throw new ConfigError('a custom model lacks url', { hint: 'add url', location });
    return { name: String(definition['id']), provider: 'openai', options: { url: definition['url'] }, location };
  },
};

function read(raw: unknown, known?: Definitions) {
  const { context, found } = recordingContext({ definitions: known });
  const { names, custom } = readModels(context, raw, ['models']);
  return { names, custom, found };
}

describe('names', () => {
  test('have their places in the file', () => {
    const { context } = recordingContext();
    expect(readModels(context, ['CORE', 'my-target'], ['models']).paths).toEqual([['models', 0], ['models', 1]]);
  });

  test.each<[unknown, readonly string[]]>([
    [undefined, []],
    [null, []],
    [['CORE', 'FRONTIER'], ['CORE', 'FRONTIER']],
    [['openai:gpt-4o-mini', 'openrouter:google/gemini-pro:free', 'my-target'], ['openai:gpt-4o-mini', 'openrouter:google/gemini-pro:free', 'my-target']],
  ])('%j are handed on in order', (raw, names) => {
    expect(read(raw)).toEqual({ names, custom: [], found: [] });
  });

  test.each<[unknown, string, string]>([
    [['OpenAI: gpt-4o'], 'openai:gpt-4o', 'warning model-string at models.0: read "OpenAI: gpt-4o" as "openai:gpt-4o" -> write provider:model without spaces, the provider in lower case'],
    [[{ openai: 'gpt-4o' }], 'openai:gpt-4o', 'warning model-string at models.0: read "openai: gpt-4o" as "openai:gpt-4o" -> write provider:model without a space after the colon'],
    [[{ OpenRouter: 'google/gemini-pro' }], 'openrouter:google/gemini-pro', 'warning model-string at models.0: read "OpenRouter: google/gemini-pro" as "openrouter:google/gemini-pro" -> write provider:model without a space after the colon'],
    [['openai:gpt 4o'], 'openai:gpt 4o', 'warning model-string at models.0: "openai:gpt 4o" is not of the form provider:model -> write provider:model without spaces, e.g. openai:gpt-4o-mini'],
    ['CORE', 'CORE', 'warning not-a-list at models: models is a single name, not a list -> write - before it'],
    [['CORE', 'CORE'], 'CORE', 'warning duplicate-name at models.1: the model "CORE" stands twice (the first one is here: key models.0) -> keep one of them; a custom model needs an id of its own'],
  ])('%j is read as %s, with a warning', (raw, name, finding) => {
    expect(read(raw)).toEqual({ names: [name], custom: [], found: [finding] });
  });

  test.each<[unknown, string]>([
    [[''], 'error invalid-field at models.0: the name of a model must not be empty -> write provider:model, e.g. openai:gpt-4o-mini'],
    [[4], 'error invalid-field at models.0: the name of a model must be a text, not a number -> write provider:model, e.g. openai:gpt-4o-mini'],
    [{ a: 1 }, 'error invalid-field at models: models must be a list, not a mapping -> start each model with -'],
    [[], 'warning empty-list at models: models is empty and left out -> write models in it, or remove it'],
  ])('%j is no name', (raw, finding) => {
    expect(read(raw)).toEqual({ names: [], custom: [], found: [finding] });
  });
});

describe('custom models', () => {
  const LOCAL = { id: 'local:one', url: 'http://localhost:1', modelName: 'one', inherit: 'openai' };

  test('become targets, and stand among the names by their id', () => {
    expect(read(['CORE', LOCAL], definitions)).toEqual({
      names: ['CORE', 'local:one'],
      custom: [{ name: 'local:one', provider: 'openai', options: { url: LOCAL.url }, location: { file: 'models.1', line: 1, column: 1 } }],
      found: [],
    });
  });

  test('that are wrong are an error at their place', () => {
    expect(read([{ id: 'local:one' }], definitions).found).toEqual(['error invalid-model at models.0: a custom model lacks url -> add url']);
  });

  test('with an id that is taken are an error', () => {
    expect(read([LOCAL, LOCAL], definitions).found).toEqual([expect.stringMatching(/^error duplicate-name at models\.1: the model "local:one" stands twice/u)]);
  });

  test('are listed unchecked when nothing is known to be installed', () => {
    expect(read([{ id: 'local:one' }])).toEqual({ names: ['local:one'], custom: [], found: [] });
    expect(read([{ url: 'http://localhost:1' }]).found).toEqual(['error invalid-field at models.0: a custom model has no id -> add id, url, modelName and inherit']);
  });
});

import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import type { JsonObject, JsonValue, NormalizeContext } from '@assay/schema';
import { readAuthor } from './author.js';
import { readReferences } from './references.js';
import { readRenderAs } from './render-as.js';
import { readSystems } from './systems.js';
import { readTemperature, readTemperatures } from './temperatures.js';

function run<T>(read: (context: NormalizeContext) => T) {
  const { context, found } = recordingContext();
  return { value: read(context), found };
}

describe('author', () => {
  test.each<[unknown, unknown]>([
    ['Ada', { name: 'Ada' }],
    [{ name: 'Ada', url: 'https://a.b', image_url: 'https://a.b/i.png' }, { name: 'Ada', url: 'https://a.b', image_url: 'https://a.b/i.png' }],
    ['', undefined],
    [null, undefined],
  ])('%j', (raw, value) => {
    expect(run((context) => readAuthor(context, raw, ['author']))).toEqual({ value, found: [] });
  });

  test.each<[unknown, string]>([
    [['Ada'], 'error invalid-field at author: author must be a name or a mapping, not a list -> write author: NAME, or name: …, url: … and image_url: …'],
    [{ url: 'x' }, 'warning missing-name at author: the author has no name -> add name: …'],
    [{ name: 'Ada', imageUrl: 'x' }, 'warning unknown-key at key author.imageUrl: unknown key "imageUrl" in author; it is ignored -> did you mean image_url?'],
    [{ name: 4 }, 'error invalid-field at author.name: name must be a string, not a number -> put it in quotes: name: "4"'],
  ])('%j is reported', (raw, finding) => {
    expect(run((context) => readAuthor(context, raw, ['author'])).found).toEqual([finding]);
  });
});

describe('references', () => {
  test.each<[JsonObject, readonly JsonValue[]]>([
    [{}, []],
    [{ reference: 'Rules' }, [{ title: 'Rules' }]],
    [{ citation: 'https://a.b/c' }, [{ title: 'https://a.b/c', url: 'https://a.b/c' }]],
    [{ citations: { name: 'Rules', url: 'https://a.b' } }, [{ title: 'Rules', url: 'https://a.b' }]],
    [{ references: ['A', { title: 'B' }, null] }, [{ title: 'A' }, { title: 'B' }]],
    [{ reference: 'A', citation: ['A', 'B'] }, [{ title: 'A' }, { title: 'B' }]],
  ])('%j', (raw, value) => {
    expect(run((context) => readReferences(context, raw, [0]))).toEqual({ value, found: [] });
  });

  test('one that says nothing is an error at its place', () => {
    expect(run((context) => readReferences(context, { references: [{}] }, [0])).found).toEqual([expect.stringMatching(/^error invalid-field at 0\.references\.0: /u)]);
  });
});

describe('render_as', () => {
  test.each(['markdown', 'html', 'plaintext'])('%s', (mode) => {
    expect(run((context) => readRenderAs(context, { render_as: mode }, []))).toEqual({ value: mode, found: [] });
  });

  test('anything else is an error', () => {
    expect(run((context) => readRenderAs(context, { render_as: 'htlm' }, [])).found).toEqual(['error invalid-field at render_as: render_as must be one of markdown, html, plaintext, not "htlm" -> did you mean html?']);
  });
});

describe('system prompts', () => {
  test.each<[unknown, readonly (string | null)[]]>([
    ['Be brief.', ['Be brief.']],
    ['', [null]],
    [null, [null]],
    [['Be brief.'], ['Be brief.']],
    [[null, 'Be brief.', 'Be long.'], [null, 'Be brief.', 'Be long.']],
  ])('%j', (raw, value) => {
    expect(run((context) => readSystems(context, raw, ['system']))).toEqual({ value, found: [] });
  });

  test.each<[unknown, readonly (string | null)[], string]>([
    [[], [null], 'warning empty-list at system: the list of system prompts is empty and left out -> write texts in it, or remove it'],
    [['a', null, 'a'], ['a', null], 'warning duplicate-value at system.2: the system prompt "a" stands twice; it is used once -> remove one of them'],
    [4, [null], 'error invalid-field at system: a system prompt must be a text, not a number -> put it in quotes: "4"'],
    [['a', {}], ['a'], 'error invalid-field at system.1: a system prompt must be a text, not a mapping -> write one text, or a list of texts to compare them'],
  ])('%j', (raw, value, finding) => {
    expect(run((context) => readSystems(context, raw, ['system']))).toEqual({ value, found: [finding] });
  });
});

describe('temperatures', () => {
  test.each([0, 0.7, 2])('%s is one', (temperature) => {
    expect(run((context) => readTemperature(context, { temperature }, []))).toEqual({ value: temperature, found: [] });
    expect(run((context) => readTemperatures(context, { temperatures: [temperature] }, []))).toEqual({ value: [temperature], found: [] });
  });

  test.each([-0.1, 2.1, Number.NaN, Infinity, true])('%s is none', (temperature) => {
    expect(run((context) => readTemperature(context, { temperature }, [])).found).toEqual([expect.stringMatching(/^error invalid-field at temperature: temperature must be a number from 0 to 2, not /u)]);
  });

  test.each<[JsonValue, readonly number[] | undefined, string]>([
    [[0, 0.5, 0], [0, 0.5], 'warning duplicate-value at temperatures.2: the temperature 0 stands twice; it is used once -> remove one of them; repeats ask several times at the same temperature'],
    [[0, '0.5'], [0], 'error invalid-field at temperatures.1: a temperature must be a number from 0 to 2, not "0.5" -> write it without quotes: 0.5'],
    [[], undefined, 'warning empty-list at temperatures: temperatures is empty and left out -> write numbers in it, or remove it'],
    [0.5, [0.5], 'warning not-a-list at temperatures: temperatures is a single number, not a list -> write [0.5]'],
    ['hot', undefined, 'error invalid-field at temperatures: temperatures must be a list of numbers, not "hot" -> write [0, 0.7]'],
  ])('%j', (temperatures, value, finding) => {
    expect(run((context) => readTemperatures(context, { temperatures }, []))).toEqual({ value, found: [finding] });
  });
});

import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Definition } from './definition.js';
import { definitionNames, findDefinition } from './find-definition.js';

const definition = (name: string, aliases?: readonly string[]): Definition => ({
  name,
  aliases,
  description: 'd',
  options: v.unknown(),
  examples: [],
});

const definitions = [definition('contains'), definition('llm_judge', ['judge', 'g_eval']), definition('regex', [])];

test('a definition is found by its name and by each alias, and by nothing else', () => {
  expect(findDefinition(definitions, 'contains')?.name).toBe('contains');
  expect(findDefinition(definitions, 'g_eval')?.name).toBe('llm_judge');
  expect(findDefinition(definitions, 'Contains')).toBeUndefined();
  expect(findDefinition(definitions, '')).toBeUndefined();
});

test('all names and aliases are listed in order', () => {
  expect(definitionNames(definitions)).toEqual(['contains', 'llm_judge', 'judge', 'g_eval', 'regex']);
});

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loaders } from './loaders.js';

test.each(loaders.map(({ name }) => name))('%s has a folder of its name, with a test that holds it to what all loaders promise', (name) => {
  const file = new URL(`./${name}/${name}-loader.test.ts`, import.meta.url);
  expect(existsSync(file) && readFileSync(file, 'utf8')).toContain('checkLoader(');
});

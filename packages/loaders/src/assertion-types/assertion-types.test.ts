import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ASSERTION_TYPES } from './assertion-types.js';

const DOCS = join(import.meta.dirname, '../../../../docs');
const page = readFileSync(join(DOCS, 'assertions.md'), 'utf8').split('## Types')[1] ?? '';

describe.each(Object.entries(ASSERTION_TYPES))('%s', (name, type) => {
  test('is written with - and in lower case, and stands in the docs', () => {
    expect(name).toMatch(/^[a-z][a-z0-9-]*(?::[a-z-]+)?$/u);
    const line = page.split('\n').find((one) => one.includes(`\`${name}\``) && ('instead' in type || one.startsWith(`| \`${name}\``)));
    expect(line).toBeDefined();
    if (!('instead' in type)) expect(line).toContain(`[\`${type.evaluator}\`]`);
  });
});

test('what is not read says what to do instead', () => {
  const instead = Object.values(ASSERTION_TYPES).flatMap((type) => ('instead' in type ? [type.instead] : []));
  expect(instead.filter((words) => !/^[a-z].*[^.]$/u.test(words))).toEqual([]);
});

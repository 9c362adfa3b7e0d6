import { expect, test } from 'vitest';
import { parseYaml } from './parse-yaml.js';

const textOf = (yaml: string): string => JSON.stringify(parseYaml(yaml, 'x.yaml').diagnostics);

test.each([
  'password: *hunter2-and-more',
  'db: { "PASSWORD": *hunter2-and-more }',
  '- api_key: !hunter2-and-more x',
  'headers:\n  Authorization: !hunter2-and-more',
])('a secret that YAML takes for something else is not shown: %s', (yaml) => {
  expect(textOf(yaml)).toContain('[redacted]');
  expect(textOf(yaml)).not.toContain('hunter2');
});

test.each(['model: *hunter2-and-more', 'password: none\nmodel: *hunter2-and-more'])('other values are named: %s', (yaml) => {
  expect(textOf(yaml)).toContain('*hunter2-and-more has no anchor');
});

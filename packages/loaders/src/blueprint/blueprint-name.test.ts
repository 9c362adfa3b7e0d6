import { expect, test } from 'vitest';
import { blueprintName } from './blueprint-name.js';

test.each([
  ['/home/ada/evals/blueprints/subdir/my-test.yml', 'subdir__my-test'],
  ['/home/ada/evals/blueprints/my-test.yaml', 'my-test'],
  ['/home/ada/evals/blueprints/a/b/c.d.json', 'a__b__c.d'],
  ['/home/ada/evals/blueprints/old/blueprints/x.yml', 'old__blueprints__x'],
  ['/home/ada/evals/sets/blueprints/x.yml', 'x'],
  ['/home/ada/evals/sets/x.YML', 'sets__x'],
  ['/home/ada/evals/x.yml', 'x'],
  ['/home/ada/evals/blueprints.yml', 'blueprints'],
])('%s in its project is called %s', (file, name) => {
  expect(blueprintName(file, '/home/ada/evals')).toBe(name);
});

test('a project that is kept in a folder named blueprints is no part of the name', () => {
  expect(blueprintName('/srv/blueprints/team/sets/x.yml', '/srv/blueprints/team')).toBe('sets__x');
});

test.each([
  ['/srv/blueprints/team/blueprints/a/x.yml', 'a__x'],
  ['/srv/sets/x.yml', 'x'],
])('%s, which belongs to no project, is called %s', (file, name) => {
  expect(blueprintName(file, undefined)).toBe(name);
});

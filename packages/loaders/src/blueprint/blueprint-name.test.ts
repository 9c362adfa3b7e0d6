import { expect, test } from 'vitest';
import { blueprintName } from './blueprint-name.js';

const HERE = { workingDirectory: '/home/ada/evals', projectRoot: '/home/ada/evals' };

test.each([
  ['/home/ada/evals/blueprints/subdir/my-test.yml', 'subdir__my-test'],
  ['/home/ada/evals/blueprints/my-test.yaml', 'my-test'],
  ['/home/ada/evals/blueprints/a/b/c.d.json', 'a__b__c.d'],
  ['/home/ada/evals/blueprints/old/blueprints/x.yml', 'old__blueprints__x'],
  ['/home/ada/evals/sets/blueprints/x.yml', 'x'],
  ['/home/ada/evals/sets/x.YML', 'sets__x'],
  ['/home/ada/evals/x.yml', 'x'],
  ['/home/ada/evals/blueprints.yml', 'blueprints'],
])('%s in the working directory is called %s', (file, name) => {
  expect(blueprintName(file, HERE)).toBe(name);
});

test.each([
  ['/srv/blueprints/team/blueprints/a/x.yml', '/srv', 'a__x'],
  ['/srv/project/sets/x.yml', '/srv/project', 'sets__x'],
  ['/srv/project/x.yml', '/srv/other', 'x'],
  ['/home/ada/evals-2/x.yml', '/home/ada/evals-2', 'x'],
])('%s elsewhere, in the project %s, is called %s', (file, projectRoot, name) => {
  expect(blueprintName(file, { workingDirectory: '/home/ada/evals', projectRoot })).toBe(name);
});

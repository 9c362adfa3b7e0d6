import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = 'evalcases:\n  - {id: a, expected_outcome: x, input: hi, evaluators: [{type: contains, value: hi}]}\n';
const SETTINGS = 'defaults: {target: mock}\n';

test.each([
  ['.assay/config.json', 'write what it says into .assay/config.yaml'],
  ['.assay/Config.yaml', 'write its name in small letters: .assay/config.yaml'],
  ['assay.config.yaml', 'write what it says into .assay/config.yaml'],
  ['assay.yaml', 'write what it says into .assay/config.yaml'],
  ['.assay.yml', 'write what it says into .assay/config.yaml'],
])('settings in %s are not read: a warning', async (file, fix) => {
  const { folder } = await createWorkspace({ 'evals/a.yaml': SUITE, [file]: SETTINGS });
  const { exitCode, stdout } = await runAssay(['validate', 'evals'], { cwd: folder });
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`${file}:1:1: warning: ${file} is not read\n  fix: ${fix}\nvalid: 1 suite`)]);
});

test.each([
  ['a suite', SUITE],
  ['a suite with judges of its own', `judges: [mock]\n${SUITE}`],
  ['a file of targets, which a run may be told of', 'targets: [{name: x, provider: mock}]\n'],
  ['no YAML', '{'],
])('assay.yaml may be something else: %s', async (_, content) => {
  const { folder } = await createWorkspace({ 'evals/a.yaml': SUITE, 'assay.yaml': content });
  const { exitCode, stdout } = await runAssay(['validate', 'evals'], { cwd: folder });
  expect([exitCode, stdout]).toEqual([0, 'valid: 1 suite, 1 case, 0 errors, 0 warnings\n']);
});

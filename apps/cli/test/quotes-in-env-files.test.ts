import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = 'evalcases:\n  - { id: one, expected_outcome: Says it, input: hello, evaluators: [{ type: contains, value: hello }] }\n';

async function run(env: string) {
  const { folder } = await createWorkspace({ 'suite.yaml': SUITE, '.assay/config.yaml': '{}\n', '.env': env });
  return runAssay(['run', 'suite.yaml', '--target', 'mock'], { cwd: folder });
}

test.each([
  ['A="sk-secret\nB=2\n', '1:3', 'A', '"'],
  ["B=2\r\nexport A = 'sk-secret # a comment\r\n", '2:12', 'A', "'"],
  ['A="fine"\nA=`sk-secret', '2:3', 'A', '`'],
  ['A="\n', '1:3', 'A', '"'],
])('%j is an error with its place, and the value is not shown', async (env, place, name, quote) => {
  const { exitCode, stderr } = await run(env);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`.env:${place}: the value of ${name} begins with ${quote} and no ${quote} ends it`);
  expect(stderr).toContain(`fix: write ${name}=${quote}…${quote}`);
  expect(stderr).not.toContain('sk-secret');
});

test.each(['A="x"\n', `A='"x'\n`, 'A="two\nlines" # and a comment\n', `A='{"it": "it's"}'\n`, 'A="a" b\n', 'A=5"\n', '# A="x\n', "A=it's\n"])('%j is none', async (env) => {
  expect(await run(env)).toMatchObject({ exitCode: 0 });
});

import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createWorkspace } from './support/projects/workspace.js';

const LIBRARY = new URL('../dist/index.js', import.meta.url).href;
const { resolve: find } = createRequire(import.meta.url);
const SCHEMA = pathToFileURL(join(dirname(find('@assay/schema/package.json')), 'dist/index.js')).href;
const VALIBOT = pathToFileURL(find('valibot')).href;

test('an error that a program does not catch is shown by the name of its class', async () => {
  const program = `import { evaluate } from ${JSON.stringify(LIBRARY)}; await evaluate({ files: 'none.yaml', targets: ['mock'] });`;
  const stderr = await new Promise<string>((resolve) => {
    execFile(process.execPath, ['--input-type=module', '--eval', program], { cwd: fileURLToPath(new URL('.', import.meta.url)) }, (_error, _stdout, said) => resolve(said));
  });
  expect(stderr).toMatch(/^UsageError: nothing matches none\.yaml$/mu);
});

test.each([
  ['a loader', 'files: ["a.quiz"], loaders: [{ kind: "loader", name: "quiz", description: "x", extensions: [".quiz"], detect: () => 1, load: never }]', 'the loader of a.quiz'],
  ['a provider', 'files: ["a.yaml"], providers: [provider]', 'create() of provider own for target "own:m"'],
])('a promise of %s that never settles, with nothing else to do, is an error of the program, and no silent end with code 0', async (_, options, named) => {
  const { folder } = await createWorkspace({
    'a.quiz': 'x\n',
    'a.yaml': 'evalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: contains, value: Hi }] }\n',
    'program.mjs': `import { evaluate } from ${JSON.stringify(LIBRARY)};
import { defineProvider } from ${JSON.stringify(SCHEMA)};
import * as v from ${JSON.stringify(VALIBOT)};
const never = () => new Promise(() => {});
const provider = defineProvider({ name: 'own', description: 'x', options: v.object({}), examples: [], create: never });
evaluate({ targets: ['own:m'], ${options} }).then(console.log, ({ name, message }) => { console.log(name, message); process.exitCode = 7; });
`,
  });
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, ['program.mjs'], { cwd: folder }, (error, stdout, stderr) => resolve([error?.code, stdout.trim(), stderr]));
  });
  expect(ended).toEqual([7, `UnsettledError nothing is under way any more that could end this, and it waits for ${named}`, '']);
});

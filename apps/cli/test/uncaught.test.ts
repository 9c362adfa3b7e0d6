import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const LIBRARY = new URL('../dist/index.js', import.meta.url).href;

test('an error that a program does not catch is shown by the name of its class', async () => {
  const program = `import { evaluate } from ${JSON.stringify(LIBRARY)}; await evaluate({ files: 'none.yaml', targets: ['mock'] });`;
  const stderr = await new Promise<string>((resolve) => {
    execFile(process.execPath, ['--input-type=module', '--eval', program], { cwd: fileURLToPath(new URL('.', import.meta.url)) }, (_error, _stdout, said) => resolve(said));
  });
  expect(stderr).toMatch(/^UsageError: nothing matches none\.yaml$/mu);
});

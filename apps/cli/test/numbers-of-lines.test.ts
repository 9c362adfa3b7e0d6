import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

async function validated(files: Readonly<Record<string, string>>) {
  const { folder } = await createWorkspace(files);
  const { stdout, stderr, exitCode } = await runAssay(['validate', 's.jsonl'], { cwd: folder });
  return { exitCode, text: stdout + stderr };
}

const LINE = '{"id":"a","expected_outcome":"Greets","inputt":"hi","weight":1e999,"evaluators":[{"type":"contains","value":7},{"type":"contains","value":"x","weight":-2e400}],"input":3}';

test('a number that is too large hides nothing else that is wrong with its line', async () => {
  const { exitCode, text } = await validated({ 's.jsonl': `${LINE}\n{"id":"b","expected_outcome":"Greets","input":"hi"}\n` });
  expect(exitCode).toBe(2);
  expect(text).toContain(`s.jsonl:1:${LINE.indexOf('1e999') + 1}: error: Line 1: the number 1e999 is too large`);
  expect(text).toContain(`s.jsonl:1:${LINE.indexOf('-2e400') + 1}: error: Line 1: the number -2e400 is too large`);
  expect(text).toContain(`s.jsonl:1:${LINE.indexOf('"inputt"') + 1}: warning`);
  expect(text).toMatch(new RegExp(String.raw`s\.jsonl:1:${LINE.indexOf('7}') + 1}: error: .*must be text, got 7`, 'u'));
});

import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const ONE = '{ input: 1, output: 2 }';

test.each([
  ['llama3:8b', 'no provider is called "llama3"', 'did you mean "ollama"? before the colon stands one of: '],
  ['opneai:gpt-4o', 'no provider is called "opneai"', 'did you mean "openai"? '],
  ['zzz:m', 'no provider is called "zzz"', 'before the colon stands one of: '],
  ['gemini:gemini-2.0-flash', '"gemini" is another name of the provider "google"', 'write "google:gemini-2.0-flash"\n'],
  ['gemini:gemini*', '"gemini" is another name of the provider "google"', 'write "google:gemini*"\n'],
  ['gpt-4o*', '"gpt-4o*" begins with the name of no provider', 'write the provider before the model, with a colon: "openai:gpt-4o*"'],
])('a price of %s, which no model can have, is told of where it stands, with how to write it', async (key, message, hint) => {
  const { folder: cwd } = await createWorkspace({
    '.assay/config.yaml': `prices:\n  ${key}: ${ONE}\n`,
    'evals/a.yaml': 'evalcases: [{ id: a, input: hi, outcome: hi }]\n',
  });
  for (const command of [['validate', 'evals'], ['run', 'evals', '--target', 'mock']]) {
    const { stdout, stderr } = await runAssay(command, { cwd });
    expect(`${stdout}${stderr}`).toContain(`.assay/config.yaml:2:3: warning: prices: ${message}, so it is the price of no model\n  fix: ${hint}`);
  }
});

test('a price of every model, of all of a provider, or of one of its models is one', async () => {
  const { folder: cwd } = await createWorkspace({
    '.assay/config.yaml': `prices:\n  '*': ${ONE}\n  open*: ${ONE}\n  openai:*: ${ONE}\n  openai-compatible:llama3:8b: ${ONE}\n  google:gemini-2.0*: ${ONE}\n`,
    'evals/a.yaml': 'evalcases: [{ id: a, input: hi, outcome: hi }]\n',
  });
  const { stdout, stderr } = await runAssay(['run', 'evals', '--target', 'mock'], { cwd });
  expect(`${stdout}${stderr}`).not.toContain('prices');
});

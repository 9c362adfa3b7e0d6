import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

async function warningsOf(command: string | readonly string[]): Promise<readonly string[]> {
  const target = { name: 'bot', provider: 'cli', command };
  const { folder, rows } = await createWorkspace({
    's.yaml': `targets: [${JSON.stringify(target)}]\nexecution: {target: bot}\nevalcases:\n  - {id: a, expected_outcome: Greets, input: hi, evaluators: [{type: contains, value: hello}]}\n`,
  });
  await runAssay(['run', 's.yaml'], { cwd: folder });
  return (await rows())[0]?.warnings ?? [];
}

const CODE = 'console.log("hello", ...process.argv.slice(1))';

test.each([
  [['node', '-e', 'const prompt = "x"; const told = {prompt}; console.log("hello", told)']],
  [['node', '-e', 'const f = (prompt) => console.log("hello", {prompt}, {prompt} ); f(1)']],
  [['node', '-e', 'for (const prompt of ["hello"]) console.log(prompt, [ {prompt} ])']],
  ['true || python3 -c \'prompt = input(); print(f"{prompt}")\'; echo hello'],
  ['true || jq -n --arg prompt x \'{prompt}\'; echo hello'],
  ['true || cat x | jq \'{prompt}\'; echo hello'],
])('a variable of the code of a command is no placeholder: %s', async (command) => {
  expect(await warningsOf(command)).toEqual([]);
});

test.each([
  [['node', '-e', CODE, '{prompt}'], '{prompt}'],
  [['node', '-e', CODE, 'prompt', '{prompt}'], '{prompt}'],
  [['node', '-e', CODE, '--', '--prompt={prompt}'], '{prompt}'],
  [['node', '-e', CODE, '--', 'prompt={Prompt}'], '{Prompt}'],
  ['echo hello prompt="{prompt}"', '{prompt}'],
  ['jq --version; echo hello "{prompt}"', '{prompt}'],
])('a placeholder in other letters is one: %s', async (command, written) => {
  expect(await warningsOf(command)).toEqual([`the command has ${written} in it, which stands for nothing: the placeholder is written {PROMPT}`]);
});

import { expect, test } from 'vitest';
import type { Finished } from './support/commands/assay.js';
import { spender } from './support/projects/budget-spender.js';
import { dataset, ids } from './support/projects/resume-project.js';

test('--dry-run reads files of lines as the run would: as far as they are wanted, and to where they break', async () => {
  const cases = dataset(...ids(6).map((id) => ({ id, criterion: 'Is it right?' })));
  const { assay, asked, workspace } = await spender(0, { files: { 'evals/a.jsonl': cases } });
  const dry = async (...args: readonly string[]): Promise<Finished> => assay('run', 'evals/a.jsonl', '--target', 'bot', '--judge', 'judge', '--dry-run', ...args);
  const { stdout } = await dry();
  expect(stdout).toContain('Would run 6 trials');
  expect(stdout).toMatch(/a {2}on bot: 6 trials\nJudges: judge\n/u);
  expect(stdout).toMatch(/target bot: 6 requests, about \d+ tokens of input and 600 of output, about \$1\.\d\d/u);
  expect(stdout).toMatch(/judge judge: 6 requests, about [\d,]+ tokens of input and 1,200 of output, about \$\d\.\d\d/u);
  expect(JSON.parse((await dry('--limit', '2', '--repeat', '3', '--json')).stdout)).toMatchObject({ groups: [{ target: 'bot', trials: 6 }], spending: [{ requests: 6 }, { requests: 6 }] });
  expect(await dry('--id', 'c9')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no case has an id that matches "c9"') });
  await workspace.write({ 'evals/a.jsonl': `${cases}{"id": ` });
  expect((await dry('--limit', '6')).exitCode).toBe(0);
  expect(await dry()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('evals/a.jsonl:7:') });
  expect(asked()).toBe(0);
});

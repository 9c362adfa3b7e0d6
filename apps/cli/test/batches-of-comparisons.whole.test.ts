import { expect, test } from 'vitest';
import { project } from './support/projects/batch-project.js';
import { grade } from './support/projects/named-grade.js';

test.each([['at once', true], ['process by process', false]])('replies of several targets are compared in a batch of their own, %s', async (_, waits) => {
  const shown = (text: string, place: string): number => new RegExp(`<${place}-response-([0-9a-f]+)>\\n([\\s\\S]*?)\\n</${place}-response-\\1>`, 'u').exec(text)?.[2]?.length ?? 0;
  const suite = `evalcases:
  - id: capital
    expected_outcome: Names the capital
    input: What is the capital of France?
    evaluators: [{type: contains, value: Paris}, {name: best, type: select_best, criteria: Tells more}]
`;
  const { assay, server, workspace } = await project(
    {
      answer: ({ model, text }) => (model === 'j' ? grade(shown(text, 'first') > shown(text, 'second') ? 'FIRST_BETTER' : 'SECOND_BETTER') : model === 'm' ? 'Paris.' : 'It is Paris, on the Seine.'),
    },
    suite,
    'judges: {panel: [strict]}\n',
  );
  let last = await assay('run', 'evals/a.yaml', '--target', 'bot', '--target', 'kind', '--batch', '--threshold', '0.4', '--json', ...(waits ? ['--wait', '0.05'] : []));
  for (let left = waits ? 0 : 3; left > 0 && last.exitCode === 3; left -= 1) last = await assay('run', '--resume', '--json');
  expect(last.exitCode).toBe(0);
  expect(JSON.parse(last.stdout)).toMatchObject({ groups: [{ target: 'bot', trials: 1, score: 0.5 }, { target: 'kind', trials: 1, score: 1 }] });
  expect(server.batches.map(({ items }) => items.length)).toEqual([1, 1, 2]);
  const compared = (await workspace.rows()).slice(-2).map(({ target, evaluators }) => [target, evaluators.find(({ name }) => name === 'best')?.score]);
  expect(compared.toSorted()).toEqual([['bot', 0], ['kind', 1]]);
});

test.each([
  ['others', '0.4', 'it is 42', 0],
  ['money to compare them', '0.12', 'it is 42, and so on', 6],
  ['money through more than ten rounds', '0.08', 'it is 42, and so on', 6],
])('with a budget, replies that wait for %s are each counted once, with what comparing found', async (_, most, answer, passed) => {
  const length = (text: string, place: string): number => new RegExp(`<${place}-response-([0-9a-f]+)>\\n([\\s\\S]*?)\\n</${place}-response-\\1>`, 'u').exec(text)?.[2]?.length ?? 0;
  const cases = Array.from({ length: 6 }, (_, n) => `  - {id: c${n}, expected_outcome: x, input: question ${n}, evaluators: [{name: best, type: select_best, criteria: Tells more}]}\n`);
  const { assay } = await project(
    { answer: ({ model, text }) => (model === 'm' ? answer : grade(length(text, 'first') > length(text, 'second') ? 'FIRST_BETTER' : 'SECOND_BETTER')) },
    `evalcases:\n${cases.join('')}`,
    'judges: {panel: [strict, kind]}\n',
  );
  // One target is asked at once: its replies wait while the budget holds back what the other one is asked.
  const run = await assay('run', 'evals/a.yaml', '--target', 'bot', '--target', 'aside', '--batch', '--wait', '0.05', '--max-cost', most, '--json');
  expect({ exitCode: run.exitCode, stderr: run.stderr }).toMatchObject({ exitCode: 1 });
  expect(JSON.parse(run.stdout)).toMatchObject({
    groups: [
      { target: 'bot', trials: 6, passed, unscored: 0 },
      { target: 'aside', trials: 6, failed: 6, unscored: 0 },
    ],
  });
  expect(run.stderr).not.toMatch(/go on with this run|MaxListeners/u);
});

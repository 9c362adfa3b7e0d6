import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRight, type Printed } from './support/projects/audited-capitals.js';
import { CAPITALS } from './support/projects/capitals.js';
import { startChatServer, type ChatRequest } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** Whether no criterion of a list stands before that about the city. */
const cityIsFirst = ({ text }: ChatRequest): boolean => !/Names the country[\s\S]*Names the city/u.test(text);

test('where criteria stand must not matter: a judge that goes by the first of a list is seen, one that reads all is not, nor one that wavers', async () => {
  let wavered = 0;
  const server = await startChatServer((request) => {
    const isFirst = cityIsFirst(request);
    const points = (full: boolean): string => JSON.stringify({ reflection: 'Read.', classification: full ? 10 : 4 });
    if (request.model === 'hasty') return points(isRight(request) && isFirst);
    if (request.model === 'wavering') return points(isRight(request) && (wavered += 1) % 2 === 0);
    return points(isRight(request));
  });
  const cases = Object.entries(CAPITALS).map(([country, city], index) => ({
    id: country, expected_outcome: `Names ${city}`, input: `What is the capital of ${country}?`, expected_output: `It is ${city}.`,
    // The last case has one criterion: there is no other order of it.
    evaluators: [{ type: 'g_eval', value: index < 3 ? ['Names the city', 'Names the country'] : 'Names the city' }],
  }));
  const judges = ['hasty', 'wavering', 'sound'].map((name) => `  - { name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test }\n`);
  const workspace = await createWorkspace({ 'capitals.jsonl': `${cases.map((one) => JSON.stringify(one)).join('\n')}\n`, '.assay/targets.yaml': `targets:\n${judges.join('')}` });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  const audited = async (...args: string[]) => JSON.parse((await assay('audit', ...args, '--json')).stdout) as Printed;

  const { judges: [hasty, sound], replies, location } = await audited('capitals.jsonl', '--judge', 'hasty', '--judge', 'sound');
  expect([replies, hasty?.id, sound?.id]).toEqual([52, 'hasty', 'sound']);
  expect([hasty?.reordered, hasty?.noise, hasty?.false_rejects]).toMatchObject([{ value: 0.6, labels: 3 }, { value: 0 }, { value: 3 / 11 }]);
  expect(sound?.reordered).toMatchObject({ value: 0, labels: 3 });
  expect(hasty?.probes.find(({ probe }) => probe === 'right answer, order reversed')?.passed).toMatchObject({ value: 0, labels: 3 });
  // The reply to the case with one criterion is judged once more as what it is.
  const rows = await workspace.rows(location);
  expect(rows.filter(({ caseId: id, repeat }) => id === 'Austria' && repeat === 3)).toMatchObject([{ verdict: 'pass' }]);
  // Going on has the same repeats judged in that order.
  const kept = join(workspace.folder, location, 'results.jsonl');
  const lines = (await readFile(kept, 'utf8')).trimEnd().split('\n');
  await writeFile(kept, `${lines.filter((line) => (JSON.parse(line) as { repeat: number }).repeat !== 3).join('\n')}\n`);
  const again = await audited('--resume', location);
  expect(again.judges.map(({ reordered }) => reordered)).toEqual([hasty?.reordered, sound?.reordered]);

  const wavering = await audited('capitals.jsonl', '--judge', 'wavering');
  const { low, high } = wavering.judges[0]?.reordered ?? { low: 9, high: 9 };
  expect([low < 0, high > 0, (wavering.judges[0]?.noise.value ?? 0) > 0]).toEqual([true, true, true]);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built command. */
export const ASSAY = fileURLToPath(new URL('../../apps/cli/dist/bin/assay.js', import.meta.url));

/** What programs import; as a program it does nothing. */
export const LIBRARY = fileURLToPath(new URL('../../apps/cli/dist/index.js', import.meta.url));

/** A folder with a dataset of `cases` lines, the same as a table, a target `bench` at `url`, and one that answers without a network, `mock`. */
export function createWorkspace({ cases, url, reply = 'the answer is 42' }) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  mkdirSync(join(folder, '.assay'));
  writeFileSync(
    join(folder, '.assay/targets.yaml'),
    `targets:\n  - {name: bench, provider: openai, model: bench, endpoint: '${url}', api_key: bench}\n  - {name: mock, provider: mock, reply: '${reply}'}\n`,
  );
  const line = (number) =>
    JSON.stringify({
      id: `case-${number}`,
      expected_outcome: 'says 42',
      input: `question number ${number}`,
      evaluators: [{ type: 'contains', value: '42' }],
    });
  const row = (number) => `case-${number},question number ${number},contains:42`;
  writeFileSync(join(folder, 'bench.csv'), ['id,question,__expected', ...Array.from({ length: cases }, (_, number) => row(number))].join('\n'));
  writeFileSync(join(folder, 'bench.jsonl'), Array.from({ length: cases }, (_, number) => line(number)).join('\n'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

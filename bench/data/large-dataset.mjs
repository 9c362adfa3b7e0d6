import { closeSync, mkdtempSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILLER =
  'The customer writes from an account that was opened two years ago and has three open orders, one of which is late. ';

/** A case of about 600 bytes, with a rubric of its own in `withEvaluators` files. */
function lineOf(number, withEvaluators) {
  return `${JSON.stringify({
    id: `ticket-${number}`,
    expected_outcome: `Answers ticket ${number} with the date of delivery`,
    input_messages: [
      { role: 'system', content: 'You are the support desk of a shop. Answer in two sentences.' },
      { role: 'user', content: `Ticket ${number}: where is my parcel? ${FILLER.repeat(2)}` },
    ],
    expected_output: `Your parcel ${number} arrives on Monday.`,
    ...(withEvaluators ? { evaluators: [{ name: 'date', type: 'contains', value: 'Monday' }] } : {}),
  })}\n`;
}

/** A folder with a JSONL dataset of about `bytes` bytes, its sidecar, and a target at `url`. */
export function createLargeDataset({ bytes, withEvaluators = false, url = 'http://127.0.0.1:9/v1' }) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  mkdirSync(join(folder, '.assay'));
  writeFileSync(
    join(folder, '.assay/targets.yaml'),
    `targets:\n  - {name: bench, provider: openai, model: bench, endpoint: '${url}', api_key: bench}\n`,
  );
  writeFileSync(join(folder, 'large.yaml'), 'dataset: large\nevaluators: [{type: contains, value: Monday}]\n');
  const file = join(folder, 'large.jsonl');
  const handle = openSync(file, 'w');
  let written = 0;
  let cases = 0;
  while (written < bytes) {
    let block = '';
    while (block.length < 1 << 20 && written + block.length < bytes) block += lineOf(cases++, withEvaluators);
    written += writeSync(handle, block);
  }
  closeSync(handle);
  return { folder, file, cases, bytes: written, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

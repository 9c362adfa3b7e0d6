import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILLER = 'The customer writes from an account that was opened two years ago and has three open orders, one of which is late. ';
const BLOCK = 1 << 20;

function rowOf(number) {
  return { question: `Ticket ${number}: where is my parcel, please? ${FILLER.repeat(4)}`, customer: `customer-${number}`, region: number % 3 ? 'eu' : 'us', expected: `Your parcel ${number} arrives on Monday.` };
}

/** Writes lines to a file until it has so many bytes, or so many lines. Returns how many lines there are. */
function write(file, first, lineOf, { bytes = Infinity, lines = Infinity }) {
  const handle = openSync(file, 'w');
  let written = writeSync(handle, first);
  let count = 0;
  while (written < bytes && count < lines) {
    let block = '';
    while (block.length < BLOCK && written + block.length < bytes && count < lines) block += lineOf(count++);
    written += writeSync(handle, block);
  }
  closeSync(handle);
  return count;
}

/** A folder with a table of about `bytes` bytes, the same rows as cases of JSONL, and a sidecar of each. */
export function createLargeTable({ bytes, evaluator }) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const [table, lines] = [join(folder, 'table.csv'), join(folder, 'lines.jsonl')];
  const rows = write(table, 'question,customer,region,expected\n', (number) => {
    const { question, customer, region, expected } = rowOf(number);
    return `"${question}",${customer},${region},${expected}\n`;
  }, { bytes });
  write(lines, '', (number) => {
    const { question, expected } = rowOf(number);
    return `${JSON.stringify({ id: `ticket-${number}`, expected_outcome: 'Says when', input: question, expected_output: expected })}\n`;
  }, { lines: rows });
  writeFileSync(join(folder, 'table.yaml'), `prompts: ['Answer: {{question}}']\nevaluators: [${evaluator}]\n`);
  writeFileSync(join(folder, 'lines.yaml'), 'evaluators: [{ type: contains, value: Monday }]\n');
  return { folder, table, lines, rows, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

// The floor: every row parsed by papaparse as it comes, nothing else.
// Usage: node parse-table.mjs FILE ROWS
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';

const papaparse = createRequire(new URL('../../packages/loaders/package.json', import.meta.url))('papaparse');
const [file, rows] = process.argv.slice(2);
let found = 0;
const step = ({ data }) => {
  if (data.question) found += 1;
};
await new Promise((complete, error) => papaparse.parse(createReadStream(file, 'utf8'), { header: true, step, complete, error }));
if (found !== Number(rows)) process.exitCode = 1;

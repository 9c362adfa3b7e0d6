// The floor: every line parsed as JSON, nothing else.
// Usage: node parse-lines.mjs FILE CASES
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const [file, cases] = process.argv.slice(2);
let found = 0;
for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
  if (JSON.parse(line).id) found += 1;
}
if (found !== Number(cases)) process.exitCode = 1;

/** Appends lines of 3,000 bytes, one after the other, and says `written` or the error for each one. */
import { LineWriter } from '../src/store/lines/line-writer.js';

const [file = ''] = process.argv.slice(2);
const writer = await LineWriter.open(file, { fsync: false });
for (const letter of ['a', 'b', 'c']) {
  const said = await writer.append(`${letter.repeat(2999)}\n`).then(
    () => 'written',
    (error: unknown) => String(error),
  );
  process.stdout.write(`${said}\n`);
}
await writer.close();

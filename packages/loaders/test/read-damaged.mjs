/**
 * Reads every row of files of Parquet with some of their bytes changed, one after the other, and says as JSON what came of them.
 * A process of its own, since what it looks for would fill the memory of a process, or keep it busy for ever.
 *
 *     node read-damaged.mjs FOLDER STEP FILE…
 *
 * FOLDER gets the damaged file, and `now.txt`: which one it is. Of STEP changes one is made.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSuite } from '@assay/loaders';
import { InvalidFileError } from '@assay/schema';

/** One bit, the sign and what goes on behind it of a number, all bits. */
const MASKS = [1, 2, 16, 128, 255];

const [folder = '', step = '', ...files] = process.argv.slice(2);
const damaged = join(folder, 'data.parquet');
/** @type {{read: number, refused: number, others: string[]}} */
const found = { read: 0, refused: 0, others: [] };

/** @param {string} what was changed @returns {Promise<void>} */
async function readAll(what) {
  try {
    const suite = await loadSuite(damaged);
    for await (const located of suite.cases()) if (!located.evalCase) throw new TypeError('a row without a case');
    found.read += 1;
  } catch (error) {
    if (error instanceof InvalidFileError && error.diagnostics.every(({ hint }) => hint)) found.refused += 1;
    else found.others.push(`${what}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}

let change = 0;
for (const file of files) {
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at += 1) {
    for (const mask of MASKS) {
      change += 1;
      if (change % Number(step) !== 0) continue;
      const bytes = Buffer.from(whole);
      bytes[at] = (whole[at] ?? 0) ^ mask;
      const what = `${file}, byte ${at} ^ ${mask}`;
      writeFileSync(join(folder, 'now.txt'), what);
      writeFileSync(damaged, bytes);
      await readAll(what);
    }
  }
}
process.stdout.write(JSON.stringify({ ...found, megabytes: process.resourceUsage().maxRSS / 1024 }));

import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Files of the folder of a run. */
const RUN_FILES: ReadonlySet<string> = new Set(['results.jsonl', 'run.json', 'summary.json', 'outside.json', 'spent.json', 'run.lock', 'ranking.jsonl', 'ranking.json']);

/** A baseline says what it is on its second line. */
const BASELINE = /^\{\s*"baseline_version"/u;
const HEAD_BYTES = 256;

/** True for a name that files of a run have. */
export function isRunFile(name: string): boolean {
  return RUN_FILES.has(name);
}

function headOf(path: string): string {
  let file: number | undefined;
  try {
    // A pipe would be waited for until somebody writes into it.
    if (!statSync(path).isFile()) return '';
    file = openSync(path, 'r');
    const bytes = Buffer.alloc(HEAD_BYTES);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, HEAD_BYTES, 0));
  } catch {
    // What cannot be read is reported by whoever writes there.
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** What a file keeps that nobody has a second time, in words; undefined for any other, and for one that is not there. */
export function keptIn(path: string): string | undefined {
  const [name, folder] = [basename(path), dirname(path)];
  if (isRunFile(name) && (existsSync(join(folder, 'results.jsonl')) || existsSync(join(folder, 'run.json')))) return 'which holds results of a run';
  if (basename(folder) === 'labels' && basename(dirname(folder)) === '.assay') return 'where people say what they think of replies';
  if (name === 'calibration.json' && basename(folder) === '.assay' && existsSync(path)) return 'which holds how judges compare with people';
  return name.endsWith('.json') && existsSync(path) && BASELINE.test(headOf(path)) ? 'which is a baseline' : undefined;
}

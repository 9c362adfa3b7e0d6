import { readFile, stat } from 'node:fs/promises';
import type { Loader } from '@assay/schema';
import { detectDialect, type Detected } from '../dialect/detect-dialect.js';
import type { OtherFile } from '../dialect/other-files.js';

/** Larger files are data of something else, not test cases; in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

const WANTED: ReadonlySet<OtherFile['name']> = new Set(['target-file', 'baseline', 'other-baseline']);

/** Of suites those whose folders are suites: they are kept in folders of JSON. */
function isWanted(detected: Detected): boolean {
  if (detected.kind === 'suite') return detected.loader.loadFolder !== undefined;
  return detected.kind === 'other' && WANTED.has(detected.file.name);
}

/** Keys of test cases in a text that is no valid JSON. */
const MEANT_AS_CASE = /"(?:rubric|task)"\s*:/u;

const MEANT_AS_BASELINE = /"baseline_version"\s*:/u;

/** True for a text that is no valid JSON, as after a merge with conflicts, and was a baseline. */
export function isMeantAsBaseline(text: string): boolean {
  return MEANT_AS_BASELINE.test(text);
}

async function belongsToEvals(file: string, loaders: readonly Loader[]): Promise<boolean> {
  let text: string;
  try {
    const info = await stat(file);
    if (!info.isFile() || info.size > MAX_BYTES) return false;
    text = await readFile(file, 'utf8');
  } catch {
    return false;
  }
  try {
    return isWanted(detectDialect({ extension: '.json', documents: [JSON.parse(text)] }, loaders));
  } catch {
    return MEANT_AS_CASE.test(text) || isMeantAsBaseline(text);
  }
}

/**
 * The JSON files of folders that belong to evals. Most JSON has nothing to do with them, so that only
 * what is plainly a test case, a target or a baseline counts, or was meant as a test case or baseline and is broken.
 */
export async function evalJsonFiles(
  files: readonly string[],
  loaders: readonly Loader[],
  mayOpen?: (file: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of files) if ((await mayOpen?.(file)) !== false && (await belongsToEvals(file, loaders))) found.push(file);
  return found;
}

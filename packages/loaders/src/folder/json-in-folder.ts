import { readFile, stat } from 'node:fs/promises';
import { CASE_LIST_KEYS, isJsonObject } from '@assay/schema';
import { detectDialect, type DetectedDialect } from '../dialect/detect-dialect.js';

/** Larger files are data of something else, not test cases; in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

const WANTED: ReadonlySet<DetectedDialect> = new Set(['test-case', 'target-file', 'baseline']);

/** Keys of test cases in a text that is no valid JSON. */
const MEANT_AS_CASE = /"(?:rubric|task)"\s*:/u;

const ASKED = ['input', 'input_messages', 'prompt', 'promptText', 'messages'];
const WANTED_OF_REPLY = [
  'expected_outcome', 'outcome', 'expected_output', 'expected_messages', 'evaluators', 'rubrics', 'should', 'should_not', 'points', 'ideal',
];

/** A list of cases or prompts, one of which at least says what is asked and what is expected of the reply. */
function isPlainlyCases(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return [...CASE_LIST_KEYS, 'prompts'].some((key) => {
    const list: unknown = value[key];
    if (!Array.isArray(list)) return false;
    return list.some((item: unknown) => isJsonObject(item) && [ASKED, WANTED_OF_REPLY].every((keys) => keys.some((name) => item[name] !== undefined)));
  });
}

async function belongsToEvals(file: string): Promise<boolean> {
  let text: string;
  try {
    if ((await stat(file)).size > MAX_BYTES) return false;
    text = await readFile(file, 'utf8');
  } catch {
    return false;
  }
  try {
    const value: unknown = JSON.parse(text);
    return WANTED.has(detectDialect([value])) || isPlainlyCases(value);
  } catch {
    return MEANT_AS_CASE.test(text);
  }
}

/**
 * The JSON files of folders that belong to evals. Most JSON has nothing to do with them, so that only
 * what is plainly a list of cases or prompts, a test case, a target or a baseline counts, or was meant
 * as a test case and is broken.
 */
export async function evalJsonFiles(files: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const file of files) if (await belongsToEvals(file)) found.push(file);
  return found;
}

import { statSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { isJsonObject, type JsonValue, type LocatedCase, type Lose, type Suite } from '@assay/schema';

/** Longest text that may be a path. */
const MAX_PATH = 250;

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // Texts that are no paths fail in many ways: too long, through a file, not there.
    return false;
  }
}

/** Texts in options that name a file in the folder of the source, with the keys that lead to them. */
function pathsIn(value: JsonValue, folder: string, keys: string, known: Map<string, boolean>): readonly (readonly [keys: string, path: string])[] {
  if (typeof value === 'string') {
    if (value.length > MAX_PATH || /[\n\0]/u.test(value) || isAbsolute(value) || !/[./]/u.test(value)) return [];
    let found = known.get(value);
    if (found === undefined) known.set(value, (found = isFile(resolve(folder, value))));
    return found ? [[keys, value]] : [];
  }
  if (!Array.isArray(value) && !isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    pathsIn(item as JsonValue, folder, Array.isArray(value) ? keys : keys === '' ? key : `${keys}.${key}`, known),
  );
}

/**
 * Notes what options of evaluators and targets name by a path from the folder of the source, when
 * the written file lies elsewhere. Files in messages are referred to anew; these are left as written.
 */
export function noteMovedPaths(suite: Suite, cases: readonly LocatedCase[], out: string | undefined, lose: Lose): void {
  const folder = dirname(suite.file);
  if (out === undefined || dirname(out) === folder || suite.dialect === 'test-case') return;
  const known = new Map<string, boolean>();
  const reason = (path: string): string => `${path} starts from the folder of the old file; it is written as it was, and has to be changed`;
  for (const located of cases) {
    for (const { name, options } of located.evalCase.evaluators) {
      for (const [keys, path] of pathsIn(options, folder, '', known)) lose(located, `evaluators.${name}.${keys}`, reason(path));
    }
  }
  for (const { name, options } of suite.targets) {
    for (const [keys, path] of pathsIn(options, folder, '', known)) lose(undefined, `targets.${name}.${keys}`, reason(path));
  }
}

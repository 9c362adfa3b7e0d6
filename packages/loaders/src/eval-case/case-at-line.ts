import type { LocatedCase, Suite } from '@assay/schema';
import { LineIndex } from '../jsonl/line-index.js';
import type { LineStart } from '../jsonl/line-reader.js';
import type { JsonlCases } from './jsonl-cases.js';

/**
 * Finds single cases of a JSONL file by their lines, without reading those before them.
 * @param from the cases from a line on.
 */
export function caseAtLine(file: string, shown: string, from: (start: LineStart) => JsonlCases): NonNullable<Suite['caseAt']> {
  const index = new LineIndex(file, shown);
  /** Of the line before, unless it is in use or failed: lines mostly have the same evaluators, which are then read and checked once. */
  let spare: JsonlCases | undefined;
  return async (line, id): Promise<LocatedCase | undefined> => {
    const start = await index.read(line);
    if (!start) return undefined;
    const cases = spare?.restart(start) ?? from(start);
    spare = undefined;
    let first: LocatedCase | undefined;
    for (;;) {
      const { value } = await cases.next();
      const isFound = value?.location.line === line;
      if (isFound) first ??= value;
      if (isFound && id !== undefined && value.evalCase.id !== id) continue;
      await cases.return();
      spare = cases;
      return isFound ? value : first;
    }
  };
}

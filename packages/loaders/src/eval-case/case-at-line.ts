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
  return async (line, id): Promise<LocatedCase | undefined> => {
    const start = await index.read(line);
    if (!start) return undefined;
    const cases = from(start);
    try {
      let first: LocatedCase | undefined;
      for (;;) {
        const { value } = await cases.next();
        if (value?.location.line !== line) return first;
        first ??= value;
        if (id === undefined || value.evalCase.id === id) return value;
      }
    } finally {
      await cases.return();
    }
  };
}

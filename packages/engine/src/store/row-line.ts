import { encodeRow, type ResultRow } from '@assay/schema';

/** Values that JSON has no form for, in a form that can be read. Evaluators may put anything into details. */
function tolerant(): (this: unknown, key: string, value: unknown) => unknown {
  const parents: unknown[] = [];
  return function replace(this: unknown, _key: string, value: unknown): unknown {
    if (typeof value === 'bigint') return value.toString();
    if (typeof value !== 'object' || value === null) return value;
    while (parents.length > 0 && parents.at(-1) !== this) parents.pop();
    if (parents.includes(value)) return '[circular]';
    parents.push(value);
    return value;
  };
}

/** A row as one line of `results.jsonl`, newline included. */
export function rowLine(row: ResultRow): string {
  const encoded = encodeRow(row);
  try {
    return `${JSON.stringify(encoded)}\n`;
  } catch {
    return `${JSON.stringify(encoded, tolerant())}\n`;
  }
}

import { describeKind, isJsonObject, nearestMatch, reportError, type JsonObject, type JsonValue, type NormalizeContext } from '@assay/schema';
import type { NamedColumn } from './missing-columns.js';
import { idColumns, type IdColumn } from './row-id.js';

/** What of a case a column may be. */
const COLUMN_FIELDS = ['id', 'input', 'expected', 'expected_outcome', 'tags', 'weight'] as const;

export type ColumnField = (typeof COLUMN_FIELDS)[number];

/** Which column is what of a case: its name, or null for none. */
export type ColumnNames = Readonly<Record<ColumnField, string | null>>;

const BY_NAME: ColumnNames = { id: 'id', input: 'input', expected: 'expected', expected_outcome: 'expected_outcome', tags: 'tags', weight: 'weight' };

/** Reads `columns` of a sidecar: what is called otherwise in the table. */
export function readColumns(context: NormalizeContext, raw: JsonValue | undefined): ColumnNames {
  if (raw === undefined || raw === null) return BY_NAME;
  const hint = 'write columns: { expected: answer }: what it is of a case, and the name of its column';
  if (!isJsonObject(raw)) {
    reportError(context, ['columns'], `columns must be a mapping, not ${describeKind(raw)}`, { hint });
    return BY_NAME;
  }
  const names: Record<ColumnField, string | null> = { ...BY_NAME };
  for (const [field, name] of Object.entries(raw)) {
    const known = COLUMN_FIELDS.find((one) => one === field);
    if (!known) {
      const near = nearestMatch(field, COLUMN_FIELDS);
      reportError(context, ['columns', field], `a case has no "${field}" that a column could be; there are: ${COLUMN_FIELDS.join(', ')}`, { which: 'key', hint: near === undefined ? hint : `did you mean ${near}?` });
    } else if (name === null || (typeof name === 'string' && name.trim() !== '')) names[known] = name === null ? null : name.trim();
    else reportError(context, ['columns', field], `the name of a column must be a text, not ${describeKind(name)}`, { hint: `${hint}, or null for none` });
  }
  return names;
}

/** The columns that `columns` of a sidecar names, with their places. */
export function namedColumns(context: NormalizeContext, raw: JsonValue | undefined): readonly NamedColumn[] {
  if (!isJsonObject(raw)) return [];
  return Object.entries(raw).flatMap(([field, name]) => (typeof name === 'string' ? [{ name: name.trim(), location: context.locate(['columns', field]) }] : []));
}

/** Reads `delimiter` of a sidecar. */
export function readDelimiter(context: NormalizeContext, raw: JsonValue | undefined): string | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (typeof raw === 'string' && raw.length === 1 && !/["\r\n\uFEFF]/u.test(raw)) return raw;
  reportError(context, ['delimiter'], 'delimiter must be the one character that stands between cells', { hint: 'write delimiter: ";"; without it, it is told by the first rows' });
  return undefined;
}

export function isEmptyCell(cell: JsonValue | undefined): boolean {
  return cell === undefined || cell === null || cell === '';
}

/** A cell as text. */
export function cellText(cell: JsonValue): string {
  return typeof cell === 'string' ? cell : typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** What the names of the columns of a row say. */
export interface RowShape {
  /** Columns that are variables, in the order of the file: all but those with a meaning of their own. */
  readonly variables: readonly string[];
  /** The same as they name rows. */
  readonly named: readonly IdColumn[];
  /** Columns with a meaning of their own: their names begin with two underscores. */
  readonly special: readonly string[];
  /** Which of the columns that there are is what of a case. */
  readonly fields: ColumnNames;
}

function present(columns: ColumnNames, names: readonly string[]): ColumnNames {
  const own = (field: ColumnField): string | null => (names.includes(columns[field] ?? '') ? columns[field] : null);
  return { id: own('id'), input: own('input'), expected: own('expected'), expected_outcome: own('expected_outcome'), tags: own('tags'), weight: own('weight') };
}

/** Reads the names of columns, those of many rows once. */
export function createShapes(columns: ColumnNames): (names: readonly string[]) => RowShape {
  let last: { readonly names: readonly string[]; readonly shape: RowShape } | undefined;
  return (names) => {
    if (last?.names === names) return last.shape;
    const variables = names.filter((name) => !name.startsWith('__'));
    const shape = { variables, named: idColumns(variables), special: names.filter((name) => name.startsWith('__')), fields: present(columns, names) };
    last = { names, shape };
    return shape;
  };
}

/** The cells of the columns that are variables. */
export function variablesOf(cells: JsonObject, { special, variables }: RowShape): JsonObject {
  if (special.length === 0) return cells;
  const own: Record<string, JsonValue> = {};
  // The one name that cannot be given like this begins with two underscores, and is no variable.
  for (const name of variables) own[name] = cells[name] ?? null;
  return own;
}

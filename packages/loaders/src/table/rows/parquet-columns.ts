import type { SchemaElement, SchemaTree } from 'hyparquet';
import { ParquetError } from './parquet-error.js';

/** What values are, and what those in them are. */
export interface ParquetKind {
  /** Digits behind the point, of decimals. */
  readonly scale?: number | undefined;
  /** True for so many bytes, which are no text. */
  readonly isBinary?: boolean | undefined;
  /** True for numbers of 32 bits. */
  readonly isFloat?: boolean | undefined;
  /** Units in a second, of times of a day. */
  readonly timeUnits?: bigint | undefined;
  /** Of lists, and of the values of maps. */
  readonly item?: ParquetKind | undefined;
  /** Of structs, by name. */
  readonly fields?: ReadonlyMap<string, ParquetKind> | undefined;
}

/** A column of a file of Parquet. */
export interface ParquetColumn extends ParquetKind {
  readonly name: string;
}

function isDecimal({ converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  return converted === 'DECIMAL' || logical?.type === 'DECIMAL';
}

/** The library makes numbers of decimals, and rounds them. Of one that is taken for what it is stored as nothing is lost. */
function takeScale(element: SchemaElement): number | undefined {
  if (!isDecimal(element)) return undefined;
  delete element.converted_type;
  delete element.logical_type;
  return element.scale ?? 0;
}

const TIME_UNITS = { MILLIS: 1_000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n } as const;

/** The library leaves times of a day as the numbers that they are stored as. */
function timeUnitsOf({ converted_type: converted, logical_type: logical }: SchemaElement): bigint | undefined {
  if (logical?.type === 'TIME') return TIME_UNITS[logical.unit];
  if (converted === 'TIME_MILLIS') return TIME_UNITS.MILLIS;
  return converted === 'TIME_MICROS' ? TIME_UNITS.MICROS : undefined;
}

/** What the library would leave out: an object has a name once. */
function checkNames(children: readonly SchemaTree[], place: string): void {
  const names = children.map(({ element }) => element.name);
  const hint = 'write the file with a name of its own for each column';
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new ParquetError(`two columns are named "${twice}"${place}`, { hint });
  const unnamed = names.findIndex((name) => name.trim() === '');
  if (unnamed >= 0) throw new ParquetError(`column ${unnamed + 1} has no name${place}`, { hint });
  if (names.includes('__proto__')) throw new ParquetError(`a column must not be named "__proto__"${place}`, { hint });
  for (const child of children) checkNames(child.children, ` in "${child.element.name}"`);
}

/** The element of a list, or the value of a map. Undefined for all that the library reads as a struct: it asks for exactly this. */
function itemOf({ element: { converted_type: converted }, children }: SchemaTree): SchemaTree | undefined {
  const [inner] = children;
  if (children.length !== 1 || inner?.element.repetition_type !== 'REPEATED') return undefined;
  if (converted === 'LIST') return inner.children.length > 1 ? undefined : (inner.children[0] ?? inner);
  if (converted !== 'MAP' || inner.children.length !== 2) return undefined;
  const parts = inner.children.filter(({ element }) => (element.name === 'key' || element.name === 'value') && element.repetition_type !== 'REPEATED');
  return parts.length === 2 ? parts.find(({ element }) => element.name === 'value') : undefined;
}

function kindOf(tree: SchemaTree): ParquetKind {
  const { element, children } = tree;
  if (children.length === 0) {
    return { timeUnits: timeUnitsOf(element), scale: takeScale(element), isFloat: element.type === 'FLOAT', isBinary: element.type === 'FIXED_LEN_BYTE_ARRAY' };
  }
  const item = itemOf(tree);
  return item ? { item: kindOf(item) } : { fields: new Map(children.map((child) => [child.element.name, kindOf(child)])) };
}

/**
 * The columns of a file; changes what it says about them, so that the library reads their values exactly.
 * @throws ParquetError for names that would be lost.
 */
export function takeColumns(tree: SchemaTree): readonly ParquetColumn[] {
  checkNames(tree.children, '');
  return tree.children.map((child) => ({ ...kindOf(child), name: child.element.name }));
}

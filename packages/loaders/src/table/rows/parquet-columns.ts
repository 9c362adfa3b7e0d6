import type { SchemaElement, SchemaTree } from 'hyparquet';
import { ParquetError } from './parquet-error.js';

/** A column of a file of Parquet. */
export interface ParquetColumn {
  readonly name: string;
  /** Digits behind the point, where its values are decimals. */
  readonly scale: number | undefined;
  /** Whether its values are so many bytes, which are no text. */
  readonly isBinary: boolean;
}

function isDecimal({ converted_type: converted, logical_type: logical }: SchemaElement): boolean {
  return converted === 'DECIMAL' || logical?.type === 'DECIMAL';
}

/** The library makes numbers of decimals, and rounds them. Of one that is taken for what it is stored as nothing is lost. */
function takeScale(element: SchemaElement): number | undefined {
  if (!isDecimal(element) || element.repetition_type === 'REPEATED') return undefined;
  delete element.converted_type;
  delete element.logical_type;
  return element.scale ?? 0;
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

/**
 * The columns of a file; changes what it says about them, so that the library reads their values exactly.
 * @throws ParquetError for names that would be lost.
 */
export function takeColumns(tree: SchemaTree): readonly ParquetColumn[] {
  checkNames(tree.children, '');
  return tree.children.map(({ element, children }) => ({
    name: element.name,
    scale: children.length === 0 ? takeScale(element) : undefined,
    isBinary: children.length === 0 && element.type === 'FIXED_LEN_BYTE_ARRAY',
  }));
}

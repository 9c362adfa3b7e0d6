import type { FileMetaData, SchemaTree } from 'hyparquet';
import { ParquetError } from './parquet-error.js';

/** Most that one row group may have when it is unpacked, in bytes. */
export const MOST_BYTES = 1024 * 1024 * 1024;
/** Most values that a column may have in a row group: each takes eight bytes in memory, however small it is in the file. */
const MOST_VALUES = BigInt(MOST_BYTES / 8);

type RowGroup = FileMetaData['row_groups'][number];

/** A column as it is stored: what has nothing inside of it. */
interface Leaf {
  readonly path: string;
  /** Whether a row may have several values. */
  readonly repeats: boolean;
}

function leavesOf({ children, element, path }: SchemaTree, above = false): readonly Leaf[] {
  const repeats = above || element.repetition_type === 'REPEATED';
  return children.length === 0 ? [{ path: path.join('.'), repeats }] : children.flatMap((child) => leavesOf(child, repeats));
}

/** Damage may make anything of a number, also something of another kind. */
function count(value: unknown, what: string): bigint {
  if (typeof value !== 'bigint' || value < 0n) throw new ParquetError(`it does not say how many ${what}`);
  return value;
}

function checkGroup(group: RowGroup, leaves: readonly Leaf[], number: number): void {
  const rows = count(group.num_rows, `rows row group ${number} has`);
  if (group.columns.length !== leaves.length) throw new ParquetError(`row group ${number} has other columns than the file`);
  for (const [index, { path, repeats }] of leaves.entries()) {
    const data = group.columns[index]?.meta_data;
    if (data?.path_in_schema.join('.') !== path) throw new ParquetError(`row group ${number} has other columns than the file`);
    const values = count(data.num_values, `values column "${path}" has`);
    if (repeats ? values < rows : values !== rows) throw new ParquetError(`column "${path}" has ${values} values in row group ${number}, which has ${rows} rows`);
    if (values > MOST_VALUES) throw new ParquetError(`column "${path}" has ${values} values in row group ${number}, and there may be ${MOST_VALUES}`, { hint: 'write the file with smaller row groups' });
  }
}

/**
 * Holds the numbers at the end of a file against each other, before any of them decides how much is read or kept in memory.
 * @throws ParquetError for what does not fit together.
 */
export function checkFooter({ num_rows: all, row_groups: groups }: FileMetaData, tree: SchemaTree): void {
  const leaves = leavesOf(tree);
  for (const [index, group] of groups.entries()) checkGroup(group, leaves, index + 1);
  const rows = groups.reduce((sum, group) => sum + group.num_rows, 0n);
  if (rows !== count(all, 'rows it has')) throw new ParquetError(`its row groups have ${rows} rows, and it says that there are ${all}`);
}

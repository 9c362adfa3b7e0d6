import { brotliCompressSync, gzipSync } from 'node:zlib';

/** What a column of {@link parquetFile} holds; `list` holds texts. */
type Kind = 'text' | 'int' | 'long' | 'double' | 'bool' | 'day' | 'moment' | 'list';

/** Physical type, and the number of what it stands for (`ConvertedType`). */
const TYPES: Readonly<Record<Kind, readonly [type: number, converted?: number]>> = {
  text: [6, 0],
  int: [1],
  long: [2],
  double: [5],
  bool: [0],
  day: [1, 6],
  moment: [2, 9],
  list: [6, 0],
};

type Value = string | number | bigint | boolean | null | readonly (string | null)[];

/** Fields of a struct of Thrift by their numbers, in ascending order. */
type Fields = readonly (readonly [field: number, value: Thrift])[];
type Thrift = { readonly i32: number } | { readonly i64: number } | { readonly text: string } | { readonly list: readonly Thrift[] } | { readonly fields: Fields };

const PACK: Readonly<Record<number, (body: Uint8Array) => Buffer>> = { 2: gzipSync, 4: brotliCompressSync };

function varint(value: bigint): readonly number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 127n) | 128);
  }
}

const zigzag = (value: number): readonly number[] => varint(BigInt(value) * 2n);

function typeOf(value: Thrift): number {
  if ('i32' in value) return 5;
  if ('i64' in value) return 6;
  if ('text' in value) return 8;
  return 'list' in value ? 9 : 12;
}

/** The compact protocol of Thrift. */
function thrift(value: Thrift): readonly number[] {
  if ('i32' in value) return zigzag(value.i32);
  if ('i64' in value) return zigzag(value.i64);
  if ('text' in value) return [...varint(BigInt(Buffer.byteLength(value.text))), ...Buffer.from(value.text)];
  if ('list' in value) return [0xf0 | (value.list[0] ? typeOf(value.list[0]) : 12), ...varint(BigInt(value.list.length)), ...value.list.flatMap(thrift)];
  let before = 0;
  const bytes = value.fields.flatMap(([field, item]) => {
    const head = ((field - before) << 4) | typeOf(item);
    before = field;
    return [head, ...thrift(item)];
  });
  return [...bytes, 0];
}

function plain(kind: Kind, value: Exclude<Value, null>): Buffer {
  const [type] = TYPES[kind];
  const bytes = Buffer.alloc(type === 1 ? 4 : 8);
  if (type === 6) {
    bytes.writeUInt32LE(Buffer.byteLength(String(value)));
    return Buffer.concat([bytes.subarray(0, 4), Buffer.from(String(value))]);
  }
  if (type === 1) bytes.writeInt32LE(Number(value));
  else if (type === 2) bytes.writeBigInt64LE(BigInt(value as number));
  else bytes.writeDoubleLE(Number(value));
  return bytes;
}

/** Levels as runs of one. */
function levels(list: readonly number[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(list.length * 2);
  return Buffer.concat([length, Buffer.from(list.flatMap((level) => [2, level]))]);
}

interface Cell {
  readonly repetition: number;
  readonly definition: number;
  readonly value: Value;
}

function cellsOf(kind: Kind, value: Value): readonly Cell[] {
  if (kind !== 'list') return [{ repetition: 0, definition: value === null ? 0 : 1, value }];
  if (!Array.isArray(value)) return [{ repetition: 0, definition: 0, value: null }];
  if (value.length === 0) return [{ repetition: 0, definition: 1, value: null }];
  return value.map((item: string | null, index) => ({ repetition: index === 0 ? 0 : 1, definition: item === null ? 2 : 3, value: item }));
}

function page(kind: Kind, cells: readonly Cell[], pack: (body: Uint8Array) => Buffer): Buffer {
  const values = cells.flatMap(({ value }) => (value === null ? [] : [value]));
  const bits = Buffer.alloc(Math.ceil(values.length / 8));
  values.forEach((value, index) => (bits[index >> 3] = (bits[index >> 3] ?? 0) | (value === true ? 1 << (index & 7) : 0)));
  const data = kind === 'bool' ? bits : Buffer.concat(values.map((value) => plain(kind, value)));
  const repeated = kind === 'list' ? [levels(cells.map(({ repetition }) => repetition))] : [];
  const body = Buffer.concat([...repeated, levels(cells.map(({ definition }) => definition)), data]);
  const packed = pack(body);
  const rle = { i32: 3 };
  const head = thrift({ fields: [[1, { i32: 0 }], [2, { i32: body.length }], [3, { i32: packed.length }], [5, { fields: [[1, { i32: cells.length }], [2, { i32: 0 }], [3, rle], [4, rle]] }]] });
  return Buffer.concat([Buffer.from(head), packed]);
}

function schemaOf(name: string, kind: Kind): readonly Thrift[] {
  const [type, converted] = TYPES[kind];
  const leaf = (called: string): Thrift => ({ fields: [[1, { i32: type }], [3, { i32: 1 }], [4, { text: called }], ...(converted === undefined ? [] : [[6, { i32: converted }] as const])] });
  if (kind !== 'list') return [leaf(name)];
  return [{ fields: [[3, { i32: 1 }], [4, { text: name }], [5, { i32: 1 }], [6, { i32: 3 }]] }, { fields: [[3, { i32: 2 }], [4, { text: 'list' }], [5, { i32: 1 }]] }, leaf('element')];
}

/**
 * A file of Parquet as the format describes it: optional columns, plain encoding, one page for each column and row group.
 * @param groups rows of each row group, with their cells in the order of the columns.
 * @param codec how pages are packed: 0 is not at all, 2 gzip, 4 brotli. Of others the file only says so.
 */
export function parquetFile(columns: Readonly<Record<string, Kind>>, groups: readonly (readonly (readonly Value[])[])[], codec = 0): Uint8Array {
  const kinds = Object.entries(columns);
  const parts: Buffer[] = [Buffer.from('PAR1')];
  let offset = 4;
  const rowGroups = groups.map((rows): Thrift => {
    const begin = offset;
    const chunks = kinds.map(([name, kind], column): Thrift => {
      const cells = rows.flatMap((row) => cellsOf(kind, row[column] ?? null));
      const bytes = page(kind, cells, PACK[codec] ?? Buffer.from);
      const at = { i64: offset };
      const size = { i64: bytes.length };
      parts.push(bytes);
      offset += bytes.length;
      const path = (kind === 'list' ? [name, 'list', 'element'] : [name]).map((text) => ({ text }));
      return { fields: [[2, at], [3, { fields: [[1, { i32: TYPES[kind][0] }], [2, { list: [{ i32: 0 }] }], [3, { list: path }], [4, { i32: codec }], [5, { i64: cells.length }], [6, size], [7, size], [9, at]] }]] };
    });
    return { fields: [[1, { list: chunks }], [2, { i64: offset - begin }], [3, { i64: rows.length }]] };
  });
  const root: Thrift = { fields: [[4, { text: 'schema' }], [5, { i32: kinds.length }]] };
  const rowCount = groups.reduce((count, rows) => count + rows.length, 0);
  const footer = Buffer.from(thrift({ fields: [[1, { i32: 1 }], [2, { list: [root, ...kinds.flatMap(([name, kind]) => schemaOf(name, kind))] }], [3, { i64: rowCount }], [4, { list: rowGroups }]] }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return new Uint8Array(Buffer.concat([...parts, footer, length, Buffer.from('PAR1')]));
}

import fc from 'fast-check';
import type { GenericSchema } from 'valibot';

interface SchemaNode {
  readonly type: string;
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly item?: SchemaNode;
  readonly wrapped?: SchemaNode;
  readonly options?: readonly (SchemaNode | string)[];
  readonly literal?: unknown;
  readonly getter?: (input: unknown) => SchemaNode;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
}

/** Deep enough for evaluators inside evaluators, and finite. */
const DEPTH = 9;

/** Data whose keys look like fields of the row, in both spellings. */
const dataKey = fc.oneof(
  fc.constantFrom('max_tokens', 'a_b', 'schema_version', 'schemaVersion', 'toolCalls', 'duration_ms', '', '_', 'x__y'),
  fc.string(),
);
const data = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(dataKey, fc.oneof(fc.jsonValue(), fc.dictionary(dataKey, fc.jsonValue()))),
);
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\uD800', 'a\nb', '\u2028', '__proto__'));

function numberOf(node: SchemaNode): fc.Arbitrary<unknown> {
  const limit = (type: string): number | undefined =>
    node.pipe?.find((action) => action.type === type)?.requirement as number | undefined;
  const min = limit('min_value') ?? -1e9;
  const max = limit('max_value') ?? 1e9;
  if (node.pipe?.some((action) => action.type === 'integer')) return fc.integer({ min, max });
  // JSON has no -0.
  return fc.double({ min, max, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
}

function objectOf(entries: Readonly<Record<string, SchemaNode>>, depth: number): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(entries).flatMap(([key, node]) => {
      const field = node.type === 'optional' ? node.wrapped : node;
      return field && !(depth <= 0 && node.type === 'optional') ? [[key, arbitrary(field, depth - 1)]] : [];
    }),
  );
  const required = Object.keys(fields).filter((key) => entries[key]?.type !== 'optional');
  return fc.record(fields, { requiredKeys: required });
}

function arbitrary(node: SchemaNode, depth: number): fc.Arbitrary<unknown> {
  switch (node.type) {
    case 'string':
      return text;
    case 'boolean':
      return fc.boolean();
    case 'number':
      return numberOf(node);
    case 'literal':
      return fc.constant(node.literal);
    case 'picklist':
      return fc.constantFrom(...(node.options ?? []));
    case 'nullable':
      return fc.oneof(fc.constant(null), arbitrary(node.wrapped ?? { type: 'unknown' }, depth));
    case 'array':
      return depth <= 0
        ? fc.constant([])
        : fc.array(arbitrary(node.item ?? { type: 'unknown' }, depth - 1), { maxLength: 2 });
    case 'object':
      return objectOf(node.entries ?? {}, depth);
    case 'union':
    case 'variant':
      return fc.oneof(...(node.options ?? []).flatMap((option) => (typeof option === 'string' ? [] : [arbitrary(option, depth)])));
    case 'record':
      return fc.dictionary(dataKey, data);
    case 'unknown':
      return data;
    case 'lazy':
      return node.getter ? arbitrary(node.getter(undefined), depth) : data;
    default:
      throw new TypeError(`no arbitrary for a schema of type ${node.type}`);
  }
}

/** Values of the wire form that a schema describes. */
export function arbitraryOf<T>(schema: GenericSchema<T>): fc.Arbitrary<T> {
  return arbitrary(schema as unknown as SchemaNode, DEPTH) as fc.Arbitrary<T>;
}

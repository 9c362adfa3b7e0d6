import type { GenericSchema } from 'valibot';

/** What a schema says about the keys of a value, at every depth. */
export type KeyShape =
  /** A mapping: its keys with what stands under them; `rest` for all others, absent when no others are known. */
  | { readonly kind: 'mapping'; readonly entries: ReadonlyMap<string, KeyShape>; readonly rest: KeyShape | undefined }
  /** A list: the first items one by one, and what all further ones are. */
  | { readonly kind: 'list'; readonly items: readonly KeyShape[]; readonly rest: KeyShape }
  /** One of several; `tag` is the key that tells them apart. */
  | { readonly kind: 'choice'; readonly options: readonly ShapedSchema[]; readonly tag: string | undefined }
  /** Nothing is said: texts and numbers, and values that may be anything. */
  | { readonly kind: 'open' };

interface ShapedSchema {
  readonly schema: GenericSchema;
  readonly shape: KeyShape;
}

/** The parts of schemas that say something about keys. */
interface SchemaParts {
  readonly type: string;
  readonly entries?: Readonly<Record<string, GenericSchema>>;
  readonly rest?: GenericSchema;
  readonly value?: GenericSchema;
  readonly item?: GenericSchema;
  readonly items?: readonly GenericSchema[];
  readonly options?: readonly unknown[];
  readonly key?: unknown;
  readonly wrapped?: GenericSchema;
  readonly pipe?: readonly unknown[];
  readonly getter?: (input: unknown) => GenericSchema;
}

const OPEN: KeyShape = { kind: 'open' };

const shapes = new WeakMap<GenericSchema, KeyShape>();

/** The shape of a schema; found once for each. */
export function keyShape(schema: GenericSchema): KeyShape {
  const known = shapes.get(schema);
  if (known) return known;
  // A schema that holds itself is open where it begins anew: its getter gives one without end.
  shapes.set(schema, OPEN);
  const shape = findShape(schema as unknown as SchemaParts, schema);
  shapes.set(schema, shape);
  return shape;
}

function isSchema(value: unknown): value is GenericSchema {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'schema';
}

function mappingShape(parts: SchemaParts, entries: Readonly<Record<string, GenericSchema>>): KeyShape {
  const rest = parts.type === 'loose_object' ? OPEN : parts.rest ? keyShape(parts.rest) : undefined;
  return { kind: 'mapping', entries: new Map(Object.entries(entries).map(([key, entry]) => [key, keyShape(entry)])), rest };
}

/** Later schemas of a pipe may say more than the first one. */
function pipeShape(parts: SchemaParts, schema: GenericSchema): KeyShape {
  const later = (parts.pipe ?? []).filter((item): item is GenericSchema => isSchema(item) && item !== schema).slice(1);
  return later.map(keyShape).find(({ kind }) => kind !== 'open') ?? OPEN;
}

function findShape(parts: SchemaParts, schema: GenericSchema): KeyShape {
  if (parts.entries) return mappingShape(parts, parts.entries);
  if (parts.wrapped) return keyShape(parts.wrapped);
  if (parts.type === 'record' && parts.value) return { kind: 'mapping', entries: new Map(), rest: keyShape(parts.value) };
  if (parts.item) return { kind: 'list', items: [], rest: keyShape(parts.item) };
  if (parts.items) return { kind: 'list', items: parts.items.map(keyShape), rest: parts.rest ? keyShape(parts.rest) : OPEN };
  if (parts.type === 'lazy' && parts.getter) return keyShape(parts.getter(undefined));
  const options = parts.options?.filter(isSchema) ?? [];
  if (options.length > 0) {
    const tag = parts.type === 'variant' && typeof parts.key === 'string' ? parts.key : undefined;
    return { kind: 'choice', options: options.map((option) => ({ schema: option, shape: keyShape(option) })), tag };
  }
  return pipeShape(parts, schema);
}

import type { GenericSchema } from 'valibot';

interface SchemaShape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly options?: readonly unknown[];
  readonly wrapped?: unknown;
}

const known = new WeakMap<GenericSchema, { readonly keys: ReadonlySet<string> | undefined }>();

/**
 * The keys that an object schema (or a union of them) knows. Undefined when the schema takes any
 * key or does not describe an object.
 */
export function schemaKeys(schema: GenericSchema): ReadonlySet<string> | undefined {
  let entry = known.get(schema);
  if (!entry) known.set(schema, (entry = { keys: findKeys(schema) }));
  return entry.keys;
}

function findKeys(schema: GenericSchema): ReadonlySet<string> | undefined {
  const shape = schema as unknown as SchemaShape;
  if (shape.type === 'loose_object' || shape.type === 'object_with_rest') return undefined;
  if (shape.entries) return new Set(Object.keys(shape.entries));
  if (shape.wrapped) return schemaKeys(shape.wrapped as GenericSchema);
  if (!Array.isArray(shape.options)) return undefined;
  const keys = new Set<string>();
  for (const option of shape.options as unknown[]) {
    if (typeof option !== 'object' || option === null) return undefined;
    const inner = schemaKeys(option as GenericSchema);
    if (!inner) return undefined;
    for (const key of inner) keys.add(key);
  }
  return keys;
}

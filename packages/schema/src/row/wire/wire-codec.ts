import type { GenericSchema } from 'valibot';

/**
 * Translates between the wire (snake_case) and TypeScript (camelCase), led by a schema of the
 * wire form: only keys that the schema declares are renamed, so that keys inside data stay. An
 * optional number that is not finite is left out: it is not known.
 */
export interface WireCodec<T> {
  encode(value: T): Record<string, unknown>;
  decode(value: Record<string, unknown>): T;
}

type Translate = (value: unknown) => unknown;
type Direction = 'encode' | 'decode';

/** A schema as far as it is followed. */
export interface SchemaNode {
  readonly type: string;
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly item?: SchemaNode;
  readonly wrapped?: SchemaNode;
  readonly options?: readonly SchemaNode[];
  readonly key?: string;
  readonly literal?: unknown;
  readonly getter?: (input: unknown) => SchemaNode;
}

const identity: Translate = (value) => value;

/** A key of the wire as TypeScript has it. */
export function wireName(key: string): string {
  return key.replaceAll(/_([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());
}

/** JSON would turn NaN and Infinity into null, which an optional number cannot be read back as. */
export function isUnwritable(node: SchemaNode, field: unknown): boolean {
  return typeof field === 'number' && !Number.isFinite(field) && node.type === 'optional';
}

function compileObject(entries: Readonly<Record<string, SchemaNode>>, direction: Direction): Translate {
  const fields = Object.entries(entries).map(([wire, node]) => {
    const name = wireName(wire);
    const [from, to] = direction === 'encode' ? [name, wire] : [wire, name];
    return { from, to, translate: compile(node, direction), node };
  });
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const source = value as Record<string, unknown>;
    const result: Record<string, unknown> = {};
    for (let index = 0; index < fields.length; index += 1) {
      const { from, to, translate, node } = fields[index] as (typeof fields)[number];
      const field = source[from];
      if (field === undefined || isUnwritable(node, field)) continue;
      result[to] = translate === identity ? field : translate(field);
    }
    return result;
  };
}

/** A union is distinguished by what the value is; at most one option per kind has keys to rename. */
function compileUnion(options: readonly SchemaNode[], direction: Direction): Translate {
  const array = options.find((option) => option.type === 'array');
  const object = options.find((option) => option.type === 'object');
  const translateArray = array ? compile(array, direction) : identity;
  const translateObject = object ? compile(object, direction) : identity;
  return (value) => {
    if (Array.isArray(value)) return translateArray(value);
    return typeof value === 'object' && value !== null ? translateObject(value) : value;
  };
}

/**
 * The option of a variant that a value is, by the value of its key; undefined for one that lacks a text which the option must
 * have, and so is data that has the key by chance. Names of the key and of such texts have to be ones that both sides share.
 */
export function optionOf<T>(key: string, options: readonly SchemaNode[], make: (option: SchemaNode) => T): (value: unknown) => T | undefined {
  const made = new Map(
    options.map((option) => {
      const entries = Object.entries(option.entries ?? {});
      return [option.entries?.[key]?.literal, { texts: entries.filter(([, { type }]) => type === 'string').map(([name]) => name), of: make(option) }];
    }),
  );
  return (value) => {
    if (typeof value !== 'object' || value === null) return undefined;
    const source = value as Readonly<Record<string, unknown>>;
    const found = made.get(source[key]);
    return found?.texts.every((name) => typeof source[name] === 'string') ? found.of : undefined;
  };
}

function compileVariant(key: string, options: readonly SchemaNode[], direction: Direction): Translate {
  const translation = optionOf(key, options, (option) => compile(option, direction));
  return (value) => translation(value)?.(value) ?? value;
}

function compile(node: SchemaNode, direction: Direction): Translate {
  switch (node.type) {
    case 'object':
      return compileObject(node.entries ?? {}, direction);
    case 'array': {
      const translate = node.item ? compile(node.item, direction) : identity;
      return translate === identity
        ? identity
        : (value) => (Array.isArray(value) ? value.map(translate) : value);
    }
    case 'optional':
    case 'nullable':
    case 'nullish': {
      const translate = node.wrapped ? compile(node.wrapped, direction) : identity;
      return translate === identity ? identity : (value) => (value === null ? null : translate(value));
    }
    case 'union':
      return compileUnion(node.options ?? [], direction);
    case 'variant':
      return compileVariant(node.key ?? '', node.options ?? [], direction);
    case 'lazy': {
      let translate: Translate | undefined;
      return (value) => {
        translate ??= node.getter ? compile(node.getter(value), direction) : identity;
        return translate(value);
      };
    }
    default:
      return identity;
  }
}

/**
 * Makes the codec of a wire schema. `T` is the camelCase form; a type test holds the two together. The schema is gone through at
 * the first use: most commands need few codecs of those that they load.
 */
// @__NO_SIDE_EFFECTS__
export function wireCodec<T>(schema: GenericSchema): WireCodec<T> {
  const node = schema as unknown as SchemaNode;
  let encode: Translate | undefined;
  let decode: Translate | undefined;
  return {
    encode: (value) => (encode ??= compile(node, 'encode'))(value) as Record<string, unknown>,
    decode: (value) => (decode ??= compile(node, 'decode'))(value) as T,
  };
}

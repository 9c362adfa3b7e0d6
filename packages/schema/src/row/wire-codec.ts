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

/** Whether an object may be of an option: what only has the key of one, and not what it needs, is data of somebody else. */
function hasNeeds(entries: Readonly<Record<string, SchemaNode>> = {}): (value: Readonly<Record<string, unknown>>) => boolean {
  const texts = Object.keys(entries).filter((name) => entries[name]?.type === 'string');
  return (value) => texts.every((name) => typeof value[wireName(name)] === 'string');
}

/**
 * Tells lists of a variant's options from lists of data, such as message parts as an API has them: of those every key stays. Undefined
 * for items of which no list of data can stand in the place.
 */
export function variantList(item: SchemaNode): ((list: readonly unknown[]) => boolean) | undefined {
  if (item.type !== 'variant') return undefined;
  const key = item.key ?? '';
  const checks = new Map((item.options ?? []).map((option) => [option.entries?.[key]?.literal, hasNeeds(option.entries)]));
  const isOne = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    const record = value as Readonly<Record<string, unknown>>;
    return checks.get(record[key])?.(record) === true;
  };
  return (list) => list.every(isOne);
}

/** A variant is distinguished by its key, whose name has to be one that both sides share. */
function compileVariant(key: string, options: readonly SchemaNode[], direction: Direction): Translate {
  const translations = new Map(
    options.map((option) => [option.entries?.[key]?.literal, compile(option, direction)]),
  );
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    return translations.get((value as Record<string, unknown>)[key])?.(value) ?? value;
  };
}

function compile(node: SchemaNode, direction: Direction): Translate {
  switch (node.type) {
    case 'object':
      return compileObject(node.entries ?? {}, direction);
    case 'array': {
      const translate = node.item ? compile(node.item, direction) : identity;
      if (translate === identity) return identity;
      const isOurs = node.item && variantList(node.item);
      return (value) => (Array.isArray(value) && isOurs?.(value) !== false ? value.map(translate) : value);
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

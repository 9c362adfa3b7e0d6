import type { GenericSchema } from 'valibot';
import { visibleText } from '../../diagnostics/visible-text.js';
import { visiblyQuoted } from '../../keys/quoted.js';
import { isUnwritable, optionOf, wireName, type SchemaNode } from './wire-codec.js';

/** The JSON of a value; undefined for what JSON leaves out. */
type Write = (value: unknown) => string | undefined;

function writeValue(value: unknown): string | undefined {
  if (typeof value === 'string') return visiblyQuoted(value);
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value === null) return 'null';
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : visibleText(text);
}

function writeObject(entries: Readonly<Record<string, SchemaNode>>): Write {
  const fields = Object.entries(entries).map(([wire, node]) => ({
    name: wireName(wire),
    first: `{${JSON.stringify(wire)}:`,
    next: `,${JSON.stringify(wire)}:`,
    write: compile(node),
    node,
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return writeValue(value);
    const source = value as Readonly<Record<string, unknown>>;
    let text = '';
    for (let index = 0; index < fields.length; index += 1) {
      const { name, first, next, write, node } = fields[index] as (typeof fields)[number];
      const field = source[name];
      if (field === undefined || isUnwritable(node, field)) continue;
      const own = write(field);
      if (own === undefined) continue;
      text += text === '' ? first : next;
      text += own;
    }
    return text === '' ? '{}' : `${text}}`;
  };
}

function writeArray(write: Write): Write {
  if (write === writeValue) return writeValue;
  return (value) => {
    if (!Array.isArray(value)) return writeValue(value);
    let text = '[';
    for (let index = 0; index < value.length; index += 1) {
      if (index > 0) text += ',';
      text += write(value[index]) ?? 'null';
    }
    return `${text}]`;
  };
}

function writeUnion(options: readonly SchemaNode[]): Write {
  const kind = (type: string): Write => {
    const option = options.find((node) => node.type === type);
    return option ? compile(option) : writeValue;
  };
  const [array, object] = [kind('array'), kind('object')];
  return (value) => (Array.isArray(value) ? array(value) : object(value));
}

function writeVariant(key: string, options: readonly SchemaNode[]): Write {
  const writer = optionOf(key, options, compile);
  return (value) => (writer(value) ?? writeValue)(value);
}

function compile(node: SchemaNode): Write {
  switch (node.type) {
    case 'object':
      return writeObject(node.entries ?? {});
    case 'array':
      return node.item ? writeArray(compile(node.item)) : writeValue;
    case 'optional':
    case 'nullable':
    case 'nullish':
      return node.wrapped ? compile(node.wrapped) : writeValue;
    case 'union':
      return writeUnion(node.options ?? []);
    case 'variant':
      return writeVariant(node.key ?? '', node.options ?? []);
    case 'lazy': {
      let write: Write | undefined;
      return (value) => {
        write ??= node.getter ? compile(node.getter(value)) : writeValue;
        return write(value);
      };
    }
    default:
      return writeValue;
  }
}

/**
 * Makes what writes values of a wire schema as JSON: the same text as that of what its codec encodes, with everything in it to be
 * seen as {@link visibleText} has it, in half of the time, since nothing is made on the way. For what is written again and again.
 * @throws what `JSON.stringify` throws.
 */
// @__NO_SIDE_EFFECTS__
export function wireWriter<T>(schema: GenericSchema): (value: T) => string {
  let write: Write | undefined;
  return (value) => (write ??= compile(schema as unknown as SchemaNode))(value) ?? 'null';
}

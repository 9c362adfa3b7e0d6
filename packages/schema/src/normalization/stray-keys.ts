import * as v from 'valibot';
import { isJsonObject } from '../domain/json.js';
import type { ValuePath } from '../domain/value-path.js';
import { keyShape, type KeyShape } from './key-shape.js';

/** A key that a schema does not know, in a mapping at any depth. */
export interface StrayKey {
  /** Keys and indexes from the value to the mapping. */
  readonly path: ValuePath;
  readonly key: string;
  /** The keys that the mapping may have. */
  readonly known: readonly string[];
}

type Found = (stray: StrayKey) => void;
type Mapping = Extract<KeyShape, { kind: 'mapping' }>;
type Choice = Extract<KeyShape, { kind: 'choice' }>;

function fits(shape: KeyShape, value: unknown): boolean {
  return shape.kind === 'mapping' ? isJsonObject(value) : shape.kind === 'list' ? Array.isArray(value) : true;
}

function countStrays(shape: KeyShape, value: unknown): number {
  let count = 0;
  clean(shape, value, [], () => (count += 1));
  return count;
}

/** The option that a value is meant as: the first that takes it, as when it is parsed; else the nearest. */
function chosen({ options, tag }: Choice, value: unknown): KeyShape | undefined {
  const own = tag === undefined || !isJsonObject(value) ? undefined : value[tag];
  const fitting = options.filter(({ schema, shape }) => {
    const entry = tag === undefined ? undefined : (schema as { entries?: Record<string, v.GenericSchema> }).entries?.[tag];
    return fits(shape, value) && (entry === undefined || v.is(entry, own));
  });
  if (fitting.length < 2) return fitting[0]?.shape;
  const accepted = fitting.find(({ schema }) => v.is(schema, value));
  if (accepted) return accepted.shape;
  const closed = fitting.filter(({ shape }) => shape.kind !== 'open');
  const counts = closed.map(({ shape }) => countStrays(shape, value));
  return closed[counts.indexOf(Math.min(...counts))]?.shape;
}

function entriesBefore(value: Readonly<Record<string, unknown>>, key: string): [string, unknown][] {
  const entries = Object.entries(value);
  return entries.slice(0, entries.findIndex(([name]) => name === key));
}

function cleanMapping(shape: Mapping, value: Readonly<Record<string, unknown>>, path: ValuePath, found: Found): unknown {
  let changed: [string, unknown][] | undefined;
  for (const key in value) {
    const own = value[key];
    const below = shape.entries.get(key) ?? shape.rest;
    // Paths are made for what may hold keys only: nearly all values are texts and numbers.
    if (below !== undefined && !changed && (typeof own !== 'object' || own === null)) continue;
    if (below === undefined) found({ path, key, known: [...shape.entries.keys()] });
    const cleaned = below === undefined ? undefined : clean(below, own, [...path, key], found);
    if (!changed && (below === undefined || cleaned !== own)) changed = entriesBefore(value, key);
    if (changed && below !== undefined) changed.push([key, cleaned]);
  }
  // Made of entries, so that a key named __proto__ is one like others.
  return changed ? Object.fromEntries(changed) : value;
}

function clean(shape: KeyShape, value: unknown, path: ValuePath, found: Found): unknown {
  if (typeof value !== 'object' || value === null || shape.kind === 'open') return value;
  if (shape.kind === 'choice') {
    const option = chosen(shape, value);
    return option ? clean(option, value, path, found) : value;
  }
  if (!fits(shape, value)) return value;
  if (shape.kind === 'mapping') return cleanMapping(shape, value as Readonly<Record<string, unknown>>, path, found);
  const list = value as readonly unknown[];
  const items = list.map((item, index) => clean(shape.items[index] ?? shape.rest, item, [...path, index], found));
  return items.every((item, index) => item === list[index]) ? value : items;
}

/**
 * A value without the keys that its schema does not know, at every depth: parsing alone would drop
 * them without a word. Mappings that may have any key (`looseObject`, `record`, `unknown`) keep them.
 * @param found Told about every key that was left out.
 */
export function withoutStrayKeys<T>(schema: v.GenericSchema, value: T, found: (stray: StrayKey) => void): T {
  return clean(keyShape(schema), value, [], found) as T;
}

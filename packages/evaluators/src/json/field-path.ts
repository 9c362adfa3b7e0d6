import { isJsonObject, type JsonValue } from '@assay/schema';

const STEP = /^(?:\.?([^.[\]"]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\])/u;

/**
 * The steps of a path such as `invoice.lines[0].total` or `totals["grand.total"]`, or undefined
 * when it is not one.
 */
export function parseFieldPath(path: string): readonly (string | number)[] | undefined {
  const steps: (string | number)[] = [];
  let rest = path;
  while (rest !== '') {
    const step = STEP.exec(rest);
    if (!step || (steps.length === 0 && rest.startsWith('.')) || (steps.length > 0 && /^[^.[]/u.test(rest)))
      return undefined;
    const [whole, name, index, quoted] = step;
    steps.push(name ?? (index === undefined ? (quoted ?? '').replaceAll(/\\(.)/gu, '$1') : Number(index)));
    rest = rest.slice(whole.length);
  }
  return steps.length === 0 ? undefined : steps;
}

/** The value at a path, or undefined when there is none. */
export function valueAt(root: JsonValue, steps: readonly (string | number)[]): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const step of steps) {
    if (typeof step === 'number') value = Array.isArray(value) ? (value as readonly JsonValue[])[step] : undefined;
    else value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

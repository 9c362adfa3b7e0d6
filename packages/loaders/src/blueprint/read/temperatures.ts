import { describeValue, type JsonObject, type NormalizeContext, reportError, reportWarning, type ValuePath } from '@assay/schema';
function isTemperature(value: number): boolean {
  return value >= 0 && value <= 2;
}

function checkTemperature(context: NormalizeContext, value: unknown, path: ValuePath, name: string, example = 'use a number such as 0, 0.7 or 1'): number | undefined {
  if (typeof value === 'number' && isTemperature(value)) return value;
  reportError(context, path, `${name} must be a number from 0 to 2, not ${describeValue(value)}`, {
    hint: typeof value === 'string' && value.trim() !== '' && isTemperature(Number(value)) ? `write it without quotes: ${Number(value)}` : example,
  });
  return undefined;
}

/** One temperature, in [0, 2]. */
export function readTemperature(context: NormalizeContext, raw: JsonObject, path: ValuePath): number | undefined {
  const value = raw['temperature'];
  if (value === undefined || value === null) return undefined;
  return checkTemperature(context, value, [...path, 'temperature'], 'temperature');
}

/** Temperatures to vary, each in [0, 2] and once. Undefined when there are none. */
export function readTemperatures(context: NormalizeContext, raw: JsonObject, path: ValuePath): readonly number[] | undefined {
  const value = raw['temperatures'];
  if (value === undefined || value === null) return undefined;
  const listPath = [...path, 'temperatures'];
  if (typeof value === 'number') {
    const only = checkTemperature(context, value, listPath, 'a temperature', 'write [0, 0.7]');
    if (only === undefined) return undefined;
    reportWarning(context, listPath, 'temperatures is a single number, not a list', { code: 'not-a-list', hint: `write [${only}]` });
    return [only];
  }
  if (!Array.isArray(value)) {
    reportError(context, listPath, `temperatures must be a list of numbers, not ${describeValue(value)}`, { hint: 'write [0, 0.7]' });
    return undefined;
  }
  if (value.length === 0) {
    reportWarning(context, listPath, 'temperatures is empty and left out', { code: 'empty-list', hint: 'write numbers in it, or remove it' });
    return undefined;
  }
  const found = new Set<number>();
  for (const [index, item] of (value as readonly unknown[]).entries()) {
    const temperature = checkTemperature(context, item, [...listPath, index], 'a temperature');
    if (temperature === undefined) continue;
    if (found.has(temperature)) {
      reportWarning(context, [...listPath, index], `the temperature ${temperature} stands twice; it is used once`, {
        code: 'duplicate-value',
        hint: 'remove one of them; repeats ask several times at the same temperature',
        namedOptions: [{ name: 'repeat' }],
      });
    }
    found.add(temperature);
  }
  return found.size === 0 ? undefined : [...found];
}

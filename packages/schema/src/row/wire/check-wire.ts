import * as v from 'valibot';
import { isJsonObject } from '../../domain/json.js';
import { StoreError } from '../../errors/store-error.js';
import { surelyValid } from '../surely-valid.js';

const tests = new WeakMap<v.GenericSchema, (value: unknown) => boolean>();

function isSurelyValid(schema: v.GenericSchema, value: unknown): boolean {
  let test = tests.get(schema);
  if (!test) tests.set(schema, (test = surelyValid(schema)));
  return test(value);
}

/**
 * What was read from disk, if it has the form that it should have.
 * @param readable the version of the form that is read here.
 * @param what begins the message, e.g. `not a result row`.
 * @throws StoreError
 */
export function checkWire(schema: v.GenericSchema, readable: number, value: unknown, what: string): Record<string, unknown> {
  const version = isJsonObject(value) ? value['schema_version'] : undefined;
  if (typeof version === 'number' && version !== readable) {
    throw new StoreError(`${what}: schema_version: ${version} is not the version that this Assay reads (${readable})`, {
      hint: version > readable ? 'read it with a newer version of Assay' : 'run the eval again',
    });
  }
  if (isSurelyValid(schema, value)) return value as Record<string, unknown>;
  const result = v.safeParse(schema, value);
  if (!result.success) {
    const issue = result.issues[0];
    throw new StoreError(`${what}: ${v.getDotPath(issue) ?? 'value'}: ${issue.message}`, {
      hint: 'it was cut short or changed by hand; run the eval again',
    });
  }
  return value as Record<string, unknown>;
}

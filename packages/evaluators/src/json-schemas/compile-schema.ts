import { canonicalJson, composedValue, UnscoredError, type JsonObject, type JsonValue } from '@assay/schema';
import type { ErrorObject, Options } from 'ajv';
import { compilePattern } from '../patterns/compile-pattern.js';
import { testPattern } from '../patterns/test-pattern.js';

/** What a value has against it, each as `/place what is wrong`; empty when it is valid. */
export type Validate = (value: unknown) => readonly string[];

const CACHE_SIZE = 100;
const cache = new Map<string, Promise<Validate>>();

/** Patterns of a schema run under the same deadline as all others. */
function guardedRegExp(pattern: string): { test(text: string): boolean } {
  const compiled = compilePattern(pattern);
  return { test: (text) => testPattern(compiled, text) };
}
guardedRegExp.code = 'new RegExp';

const OPTIONS: Options = {
  allErrors: true,
  strict: false,
  validateFormats: false,
  logger: false,
  code: { regExp: guardedRegExp },
};

async function newAjv(draft: unknown) {
  const text = typeof draft === 'string' ? draft : '';
  if (text.includes('2020-12')) return new (await import('ajv/dist/2020.js')).Ajv2020(OPTIONS);
  if (text.includes('2019-09')) return new (await import('ajv/dist/2019.js')).Ajv2019(OPTIONS);
  return new (await import('ajv')).Ajv(OPTIONS);
}

function describe(error: ErrorObject): string {
  const extra = 'additionalProperty' in error.params ? ` ("${String(error.params['additionalProperty'])}")` : '';
  const allowed = 'allowedValues' in error.params ? `: ${JSON.stringify(error.params['allowedValues'])}` : '';
  return `${error.instancePath === '' ? '/' : error.instancePath} ${error.message ?? error.keyword}${extra}${allowed}`;
}

async function compile(schema: JsonObject, subject: string): Promise<Validate> {
  const ajv = await newAjv(schema['$schema']);
  try {
    const validate = ajv.compile(composedValue(schema));
    return (value) => (validate(composedValue(value as JsonValue)) ? [] : (validate.errors ?? []).map(describe));
  } catch (error) {
    if (error instanceof UnscoredError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new UnscoredError(`${subject} cannot be used: ${message}`, { reason: 'config', cause: error });
  }
}

/**
 * Makes the check of a JSON Schema (draft 7, 2019-09 or 2020-12, by its `$schema`). `format` is
 * not checked, and references lead nowhere outside the schema.
 * @param subject The schema as messages call it.
 * @throws UnscoredError (config) when the schema itself is not valid.
 */
export function compileSchema(schema: JsonObject, subject: string): Promise<Validate> {
  const key = `${subject}\n${canonicalJson(schema)}`;
  let compiled = cache.get(key);
  if (!compiled) {
    if (cache.size >= CACHE_SIZE) cache.clear();
    compiled = compile(schema, subject);
    cache.set(key, compiled);
  }
  return compiled;
}

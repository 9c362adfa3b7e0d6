import { canonicalJson, composedValue, UnscoredError, type JsonObject, type JsonValue } from '@assay/schema';
import type { ErrorObject, Options } from 'ajv';
import { DEADLINE_MS } from '../../patterns/match-patterns.js';
import { runFor } from '../../patterns/run-for.js';
import { SchemaPatterns } from './schema-patterns.js';
import { uniqueItems } from './unique-items.js';

/**
 * What a value has against it, each as `/place what is wrong`; empty when it is valid.
 * @throws UnscoredError (config) when the schema or its patterns take too long; the signal's reason when that aborts.
 */
export type Validate = (value: unknown, signal?: AbortSignal) => Promise<readonly string[]>;

const CACHE_SIZE = 100;
const cache = new Map<string, Promise<Validate>>();

const OPTIONS = {
  allErrors: true,
  strict: false,
  validateFormats: false,
  logger: false,
} as const satisfies Options;

async function newAjv(draft: unknown, patterns: SchemaPatterns) {
  const options: Options = { ...OPTIONS, code: { regExp: patterns.regExp } };
  const text = typeof draft === 'string' ? draft : '';
  const ajv = text.includes('2020-12')
    ? new (await import('ajv/dist/2020.js')).Ajv2020(options)
    : text.includes('2019-09')
      ? new (await import('ajv/dist/2019.js')).Ajv2019(options)
      : new (await import('ajv')).Ajv(options);
  return ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems);
}

function describe(error: ErrorObject): string {
  const extra = 'additionalProperty' in error.params ? ` ("${String(error.params['additionalProperty'])}")` : '';
  const allowed = 'allowedValues' in error.params ? `: ${JSON.stringify(error.params['allowedValues'])}` : '';
  return `${error.instancePath === '' ? '/' : error.instancePath} ${error.message ?? error.keyword}${extra}${allowed}`;
}

function late(subject: string): UnscoredError {
  return new UnscoredError(`the check against ${subject} did not finish within ${DEADLINE_MS} ms`, {
    reason: 'config',
    hint: 'avoid references to the schema itself in more than one branch of anyOf, oneOf or allOf',
  });
}

async function compile(schema: JsonObject, subject: string): Promise<Validate> {
  const patterns = new SchemaPatterns();
  const ajv = await newAjv(schema['$schema'], patterns);
  try {
    const validate = ajv.compile(composedValue(schema));
    return async (value, signal) => {
      const composed = composedValue(value as JsonValue);
      return patterns.settle(() => {
        const problems = runFor(DEADLINE_MS, () => (validate(composed) ? [] : (validate.errors ?? []).map(describe)));
        if (!problems) throw late(subject);
        return problems;
      }, signal);
    };
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

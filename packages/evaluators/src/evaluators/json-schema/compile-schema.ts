import { errorText, canonicalJson, composedValue, UnscoredError, type JsonObject, type JsonValue } from '@assay/schema';
import { compilePattern } from '../../patterns/compile-pattern.js';
import { matchWithin, TRY_MS } from '../../patterns/match-patterns.js';
import { answerLimit } from '../../threads/answer-limit.js';
import { runFor } from '../../threads/run-for.js';
import { runInThread } from '../../threads/run-in-thread.js';
import type { ThreadFailure } from '../../threads/tasks.js';
import { hasKnownDraft, KNOWN_DRAFTS } from '../../json/schema-drafts.js';
import { loadSchemaReader } from '../../json/schema-validator.js';
import { writtenPatterns } from './written-patterns.js';

/**
 * What a value has against it, each as `/place what is wrong`; empty when it is valid.
 * @throws UnscoredError (config) when the schema or its patterns take too long; the signal's reason when that aborts.
 */
export type Validate = (value: unknown, signal?: AbortSignal) => Promise<readonly string[]>;

const CACHE_SIZE = 100;
/** Nearly all schemas are read by then, in milliseconds; large ones are read in a thread, while this one is free. */
const TRY_READ_MS = 250;
/** How long that may take there: some 20,000 properties. */
const READ_MS = 10_000;
const cache = new Map<string, Promise<Validate>>();

/** Thrown out of a check by a pattern that is not certain to end soon: nothing here could end it. */
const LATER = new Error('a pattern that may take long');

/** What Node says of a check that asks itself the same again, before it could look at the value. */
const ENDLESS = /^Maximum call stack size exceeded/u;

function late(subject: string): UnscoredError {
  return new UnscoredError(`the check against ${subject} did not finish within ${answerLimit.ms} ms`, {
    reason: 'config',
    hint: 'avoid references to the schema itself in more than one branch of anyOf, oneOf or allOf, and patterns with repeats inside repeats',
  });
}

function unusable(subject: string, error: unknown): UnscoredError {
  if (error instanceof UnscoredError) return error;
  const message = errorText(error);
  const endless = ENDLESS.test(message);
  return new UnscoredError(`${subject} cannot be used: ${endless ? 'it refers to itself without an end' : message}`, {
    reason: 'config',
    cause: error,
    hint: endless ? 'let a $ref to the schema itself stand under properties or items, so that it is about a part of the value' : undefined,
  });
}

function ofUnknownDraft(subject: string, schema: JsonObject): UnscoredError {
  return new UnscoredError(`${subject} cannot be used: its $schema ${JSON.stringify(schema['$schema'])} is no draft that is known`, {
    reason: 'config',
    hint: `write the schema by one of these drafts, and its name as $schema: ${KNOWN_DRAFTS.join(', ')}`,
  });
}

/** The patterns of a schema as they are tried here, and as the thread makes them. */
function schemaPatterns() {
  const written: Record<string, readonly [source: string, flags: string]> = Object.create(null) as typeof written;
  const make = (text: string): { test(tried: string): boolean } => {
    const pattern = compilePattern(text);
    written[text] = [pattern.source, pattern.flags];
    return {
      test(tried) {
        const found = matchWithin(pattern, tried);
        if (found === undefined) throw LATER;
        return found;
      },
    };
  };
  return { written, make };
}

function tooLarge(subject: string): UnscoredError {
  return new UnscoredError(`${subject} cannot be read within ${READ_MS / 1000} s`, { reason: 'config', hint: 'make it smaller, or several of it' });
}

/** The check of a schema that takes long to be read. */
async function compileLater(schema: JsonObject, subject: string): Promise<Validate> {
  const patterns = runFor(answerLimit.ms, () => writtenPatterns(schema));
  if (!patterns) throw tooLarge(subject);
  const input = [JSON.stringify(schema), patterns] as const;
  const failure = (whenLate: (subject: string) => UnscoredError): ThreadFailure => (why) => (why === 'late' ? whenLate(subject) : unusable(subject, why.message));
  const start = performance.now();
  await runInThread('schema', input, { deadlineMs: READ_MS, failure: failure(tooLarge) });
  // It may be another thread that checks a value, which has to read the schema again first.
  const deadlineMs = answerLimit.ms + 2 * (performance.now() - start);
  return (value, signal) => runInThread('schema', [...input, composedValue(value as JsonValue)], { deadlineMs, signal, failure: failure(late) });
}

async function compile(written: JsonObject, subject: string): Promise<Validate> {
  const schema = composedValue(written);
  if (!hasKnownDraft(schema)) throw ofUnknownDraft(subject, schema);
  const patterns = schemaPatterns();
  const read = await loadSchemaReader(schema);
  const orUnusable = <T>(task: () => T): T => {
    try {
      return task();
    } catch (error) {
      throw unusable(subject, error);
    }
  };
  const validate = orUnusable(() => runFor(TRY_READ_MS, () => read(schema, patterns.make)));
  if (!validate) return compileLater(schema, subject);
  const atOnce = (value: JsonValue): readonly string[] | undefined =>
    orUnusable(() => {
      try {
        return runFor(TRY_MS, () => validate(value));
      } catch (error) {
        if (error === LATER) return undefined;
        throw error;
      }
    });
  const text = JSON.stringify(schema);
  return async (value, signal) => {
    const composed = composedValue(value as JsonValue);
    return (
      atOnce(composed) ??
      (await runInThread('schema', [text, patterns.written, composed], {
        deadlineMs: answerLimit.ms,
        signal,
        failure: (why) => (why === 'late' ? late(subject) : unusable(subject, why.message)),
      }))
    );
  };
}

/**
 * Makes the check of a JSON Schema (draft 6, 7, 2019-09 or 2020-12, by its `$schema`, else by its keywords). `format` is
 * not checked, and references lead nowhere outside the schema. What is not quickly known is found out in a
 * thread that can be ended: a schema is read there too when it is large.
 * @param subject The schema as messages call it.
 * @throws UnscoredError (config) when the schema itself is not valid, or too large.
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

import type { InferOutput } from 'valibot';
import { expectTypeOf, test } from 'vitest';
import type { JsonObject, JsonValue } from '../domain/json.js';
import type { Message } from '../domain/message.js';
import type { EvaluatorResult } from '../domain/score.js';
import type { ResultRow } from './result-row.js';
import type { MessageSchema } from './messages/message-schema.js';
import type { ResultRowSchema, RunManifestSchema, WireEvaluatorResult } from './row-schema.js';
import type { RunManifest } from './run-manifest.js';
import type { RunSummary } from './run-summary.js';
import type { RunSummarySchema } from './run-summary-schema.js';

type CamelKey<K> = K extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelKey<Tail>>}` : K;

/** What the codec does, for types: fields are renamed, JSON data stays as it is. */
type Camelize<T> = [JsonValue] extends [T]
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Camelize<Item>[]
    : T extends object
      ? string extends keyof T
        ? JsonObject
        : { readonly [K in keyof T as CamelKey<K>]: Camelize<T[K]> }
      : T;

/** The wire schema fixes the version that the types only call a number. */
type AnyVersion<T> = Omit<T, 'schemaVersion'>;

test('the keys of the wire are those of TypeScript in snake_case', () => {
  expectTypeOf<CamelKey<'cached_input_tokens'>>().toEqualTypeOf<'cachedInputTokens'>();
  expectTypeOf<CamelKey<'id'>>().toEqualTypeOf<'id'>();
});

test('the wire form of an evaluator result is EvaluatorResult, all the way down', () => {
  expectTypeOf<Camelize<WireEvaluatorResult>>().toEqualTypeOf<EvaluatorResult>();
});

test('the wire form of a message is Message', () => {
  expectTypeOf<Camelize<InferOutput<typeof MessageSchema>>>().toEqualTypeOf<Message>();
});

test('the wire form of a row is ResultRow', () => {
  type Wire = Camelize<InferOutput<typeof ResultRowSchema>>;
  expectTypeOf<AnyVersion<Wire>>().toEqualTypeOf<AnyVersion<ResultRow>>();
  expectTypeOf<Wire>().toExtend<ResultRow>();
});

test('the wire form of a manifest is RunManifest', () => {
  type Wire = Camelize<InferOutput<typeof RunManifestSchema>>;
  expectTypeOf<AnyVersion<Wire>>().toEqualTypeOf<AnyVersion<RunManifest>>();
  expectTypeOf<Wire>().toExtend<RunManifest>();
});

test('every field of a summary is one of RunSummary, and the other way round', () => {
  type Wire = Camelize<InferOutput<typeof RunSummarySchema>>;
  expectTypeOf<keyof AnyVersion<Wire>>().toEqualTypeOf<keyof RunSummary>();
  expectTypeOf<Wire['groups']>().toEqualTypeOf<RunSummary['groups']>();
  expectTypeOf<Wire['problems']>().toEqualTypeOf<RunSummary['problems']>();
});

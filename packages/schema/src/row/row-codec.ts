import * as v from 'valibot';
import { StoreError } from '../errors/store-error.js';
import type { ResultRow } from './result-row.js';
import { ResultRowSchema, RunManifestSchema } from './row-schema.js';
import type { RunManifest } from './run-manifest.js';
import { wireCodec } from './wire-codec.js';

const rowCodec = wireCodec<ResultRow>(ResultRowSchema);
const manifestCodec = wireCodec<RunManifest>(RunManifestSchema);

function check(schema: v.GenericSchema, value: unknown, what: string): Record<string, unknown> {
  const result = v.safeParse(schema, value);
  if (!result.success) {
    const issue = result.issues[0];
    throw new StoreError(`${what}: ${v.getDotPath(issue) ?? 'value'}: ${issue.message}`, {
      hint: 'it was written by another version of Assay or changed by hand; run the eval again',
    });
  }
  return value as Record<string, unknown>;
}

/** A row as the object that is written to disk. */
export function encodeRow(row: ResultRow): Record<string, unknown> {
  return rowCodec.encode(row);
}

/** A row read from disk. @throws StoreError when it does not have the row format. */
export function decodeRow(value: unknown): ResultRow {
  return rowCodec.decode(check(ResultRowSchema, value, 'not a result row'));
}

/** A manifest as the object that is written to disk. */
export function encodeManifest(manifest: RunManifest): Record<string, unknown> {
  return manifestCodec.encode(manifest);
}

/** A manifest read from disk. @throws StoreError when it does not have the manifest format. */
export function decodeManifest(value: unknown): RunManifest {
  return manifestCodec.decode(check(RunManifestSchema, value, 'not a run manifest'));
}

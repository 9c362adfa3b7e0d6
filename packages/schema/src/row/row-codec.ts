import * as v from 'valibot';
import { isJsonObject } from '../domain/json.js';
import { StoreError } from '../errors/store-error.js';
import { ROW_SCHEMA_VERSION, type ResultRow } from './result-row.js';
import { ResultRowSchema, RunManifestSchema } from './row-schema.js';
import { MANIFEST_SCHEMA_VERSION, type RunManifest } from './run-manifest.js';
import { wireCodec } from './wire-codec.js';

const rowCodec = wireCodec<ResultRow>(ResultRowSchema);
const manifestCodec = wireCodec<RunManifest>(RunManifestSchema);

function check(schema: v.GenericSchema, readable: number, value: unknown, what: string): Record<string, unknown> {
  const version = isJsonObject(value) ? value['schema_version'] : undefined;
  if (typeof version === 'number' && version !== readable) {
    throw new StoreError(`${what}: schema_version: ${version} is not the version that this Assay reads (${readable})`, {
      hint: version > readable ? 'read it with a newer version of Assay' : 'run the eval again',
    });
  }
  const result = v.safeParse(schema, value);
  if (!result.success) {
    const issue = result.issues[0];
    throw new StoreError(`${what}: ${v.getDotPath(issue) ?? 'value'}: ${issue.message}`, {
      hint: 'it was cut short or changed by hand; run the eval again',
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
  return rowCodec.decode(check(ResultRowSchema, ROW_SCHEMA_VERSION, value, 'not a result row'));
}

/** A manifest as the object that is written to disk. */
export function encodeManifest(manifest: RunManifest): Record<string, unknown> {
  return manifestCodec.encode(manifest);
}

/** A manifest read from disk. @throws StoreError when it does not have the manifest format. */
export function decodeManifest(value: unknown): RunManifest {
  return manifestCodec.decode(check(RunManifestSchema, MANIFEST_SCHEMA_VERSION, value, 'not a run manifest'));
}

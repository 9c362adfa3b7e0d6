import { checkWire } from './wire/check-wire.js';
import { ROW_SCHEMA_VERSION, type ResultRow } from './result-row.js';
import { ResultRowSchema, RunManifestSchema } from './row-schema.js';
import { MANIFEST_SCHEMA_VERSION, type RunManifest } from './run-manifest.js';
import { wireCodec } from './wire/wire-codec.js';
import { wireWriter } from './wire/wire-writer.js';

const rowCodec = wireCodec<ResultRow>(ResultRowSchema);
const writeRow = wireWriter<ResultRow>(ResultRowSchema);
const manifestCodec = wireCodec<RunManifest>(RunManifestSchema);

/** A row as the object that is written to disk. */
export function encodeRow(row: ResultRow): Record<string, unknown> {
  return rowCodec.encode(row);
}

/**
 * A row as it is written to disk: the JSON of {@link encodeRow}, in which everything that is there can be seen (see
 * {@link visibleText}).
 * @throws for values that JSON has no form for, and for a text that is longer than one can be.
 */
export function rowJson(row: ResultRow): string {
  return writeRow(row);
}

/** A row read from disk. @throws StoreError when it does not have the row format. */
export function decodeRow(value: unknown): ResultRow {
  return rowCodec.decode(checkWire(ResultRowSchema, ROW_SCHEMA_VERSION, value, 'not a result row'));
}

/** A manifest as the object that is written to disk. */
export function encodeManifest(manifest: RunManifest): Record<string, unknown> {
  return manifestCodec.encode(manifest);
}

/** A manifest read from disk. @throws StoreError when it does not have the manifest format. */
export function decodeManifest(value: unknown): RunManifest {
  return manifestCodec.decode(checkWire(RunManifestSchema, MANIFEST_SCHEMA_VERSION, value, 'not a run manifest'));
}

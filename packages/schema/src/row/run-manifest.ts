import type { JsonObject } from '../domain/json.js';

/** Version of the manifest format. */
export const MANIFEST_SCHEMA_VERSION = 1;

/** `running` in a folder that nobody works on any more means that the run was killed. */
export type RunStatus = 'running' | 'finished' | 'interrupted' | 'failed';

/** `run.json`: what was run with what. Holds no secret: targets stand as written, before env substitution. */
export interface RunManifest {
  readonly schemaVersion: number;
  readonly runId: string;
  readonly status: RunStatus;
  readonly assayVersion: string;
  readonly nodeVersion: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly suites: readonly {
    readonly name: string;
    /** From the root of the project, with slashes. */
    readonly path: string;
    readonly dialect: string;
    readonly file: string;
    /** SHA-256 of its files, in hex; null when they have not been read to their end. */
    readonly sha256: string | null;
  }[];
  readonly targets: readonly {
    readonly name: string;
    readonly provider: string;
    readonly model?: string | undefined;
    /** As written, without literal secrets. Absent when there are none. */
    readonly options?: JsonObject | undefined;
  }[];
  readonly judges: readonly string[];
  /** The options of the run, with names as on the command line. */
  readonly options: JsonObject;
  /** Rows that had been written when the manifest was. */
  readonly rows: number;
}

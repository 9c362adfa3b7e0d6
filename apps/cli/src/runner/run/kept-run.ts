import type { FormerRows, RunDescription } from '@assay/engine';
import { MANIFEST_SCHEMA_VERSION, type ResultRow, type ResultStore, type RunManifest } from '@assay/schema';
import { redactedStore, rowRedaction } from '../../secrets/redact-rows.js';
import { describeRun } from '../results/describe-run.js';
import { hashSuites, withHashes } from '../results/suite-hashes.js';
import { partOfRun, type PartOfRun } from '../resume/part-of-run.js';
import { withRescoringOver } from '../results/rescoring-over.js';
import type { OpenedRun } from './opened-run.js';
import type { Inventory } from './take-inventory.js';

/** What is written of a run. */
export interface KeptRun {
  /** The run's folder, which no secret gets into. */
  readonly store: ResultStore;
  readonly manifest: RunDescription;
  /** What this part of the run has done. */
  readonly part: PartOfRun;
  /** What rows said whose replies are compared again, until that is done. */
  readonly former: FormerRows;
  /** Writes the manifest of a run that goes on. */
  readonly keepManifest: () => Promise<void>;
  /** Writes the manifest as it was written last, with how many batches there are by now: a round has ended when what it asked is submitted. */
  readonly keepBatches: () => Promise<void>;
  /** Takes note of how many rows of cases that were asked again are stored, undefined where no case was: the manifest says it from now on. */
  readonly countRechecks: (rows: number | undefined) => void;
  /** Another store for rows of the run, which no secret gets into either. */
  readonly guarded: (store: ResultStore) => ResultStore;
  /** A row as it may be shown. */
  readonly shownRow: (row: ResultRow) => ResultRow;
}

export async function keepRun({ extensions, settings, prepared, rounds, earlier, runId, startedAt, store: opened }: OpenedRun, { ledger, rescoring, noteOutside }: Pick<Inventory, 'ledger' | 'rescoring' | 'noteOutside'>): Promise<KeptRun> {
  const { reading, resources, plan, suites, identities, madeWith, failedIn, settled, batches } = prepared;
  const shownRow = rowRedaction(reading.redactor);
  const hashes = await hashSuites(suites);
  // Only a program adds anything: the command does without.
  const added = Object.values(extensions).some((definitions) => definitions) ? (await import('../results/added-definitions.js')).addedDefinitions(extensions, { suites, reports: settings.reports }) : undefined;
  // Who accepts that some are not told of any more is not asked about them again.
  const batchesBefore = settings.acceptChanges === true ? 0 : (earlier?.manifest.batches ?? 0);
  let rechecks = earlier?.manifest.rechecks;
  const countRechecks = (rows: number | undefined): void => void (rechecks = rows);
  const manifest = describeRun({ added, runId, startedAt, settings, settled, failedIn, suites, hashes, plan, resources, identities, madeWith, rounds, location: opened.location, verdicts: reading.project.verdicts, rubricRequired: reading.project.rubricRequired, untrusted: reading.trust.untrusted, rescoring, batches: () => Math.max(batchesBefore, batches?.begun() ?? 0), rechecks: () => rechecks });
  const guarded = (unguarded: ResultStore): ResultStore => redactedStore(withHashes(withRescoringOver(unguarded), hashes, suites), reading.redactor, shownRow);
  let written: RunManifest | undefined;
  const kept = guarded(opened);
  const store: ResultStore = {
    ...kept,
    async append(row) {
      await kept.append(row);
      ledger?.added(row.trialKey);
    },
    async writeManifest(said) {
      // Rows that are to be replaced are stored until they are: who removes them then has lost them.
      written = ledger ? { ...said, rows: ledger.stored } : said;
      await kept.writeManifest(written);
      await noteOutside?.();
    },
  };
  const former: FormerRows = new Map();
  const part = partOfRun(ledger, former);
  const keepManifest = (): Promise<void> => store.writeManifest({ ...manifest, schemaVersion: MANIFEST_SCHEMA_VERSION, status: 'running', finishedAt: null, rows: part.rows });
  const keepBatches = (): Promise<void> => (written ? store.writeManifest({ ...written, batches: manifest.batches }) : keepManifest());
  return { store, manifest, part, former, keepManifest, keepBatches, countRechecks, guarded, shownRow };
}

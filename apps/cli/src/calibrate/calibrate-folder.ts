import { openRun } from '@assay/engine';
import { createRunCalibrator } from '@assay/reports';
import { DEFAULT_VERDICT_THRESHOLDS, type Label, type RunManifest, type SuiteCalibration } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';
import { LabelFiles } from '../labels/label-files.js';
import { labelFindings, type LabelledPlace } from '../labels/label-findings.js';
import { readableManifest } from '../runs/readable-manifest.js';
import { readCalibrations } from './calibration-file.js';

export interface CalibratedFolder {
  /** Of the run, absolute. */
  readonly folder: string;
  readonly projectRoot: string;
  readonly cwd: string;
  readonly onTornLine?: (place: { readonly file: string; readonly line: number }) => void;
}

/** A run with what is known of its judges, before its rows are looked at. */
interface KnownOfRun {
  readonly runId: string;
  readonly manifest: RunManifest | undefined;
  readonly labels: readonly Label[];
  readonly earlier: readonly SuiteCalibration[];
}

/** A folder of rows that does not say what it is may have all of them. */
function isUnfinished(manifest: RunManifest | undefined): boolean {
  return manifest !== undefined && (manifest.status !== 'finished' || (manifest.merged?.missing.length ?? 0) > 0);
}

/**
 * Compares a run with what people say of its replies, or of those of earlier runs; undefined for a run without rows.
 * @param isWorth whether its rows are to be read at all
 * @throws StoreError, InvalidFileError
 */
export async function calibrateFolder({ folder, projectRoot, cwd, onTornLine }: CalibratedFolder, isWorth: (known: KnownOfRun) => boolean = () => true) {
  const reader = await openRun(folder, onTornLine ? { onTornLine } : {});
  const manifest = await readableManifest(reader);
  let runId = manifest?.runId;
  if (runId === undefined) for await (const row of reader.rows()) if ((runId = row.runId)) break;
  if (runId === undefined) return undefined;
  const placed = await new LabelFiles(projectRoot, cwd).placedOfRun(runId);
  const labels = placed.map(({ label }) => label);
  const earlier = await readCalibrations(projectRoot, cwd);
  if (!isWorth({ runId, manifest, labels, earlier })) return undefined;
  const calibrator = createRunCalibrator({ runId, location: displayFolder(cwd, folder), manifest, unfinished: isUnfinished(manifest), labels, earlier });
  const places = new Map<string, LabelledPlace | undefined>(labels.map(({ trialKey }) => [trialKey, undefined]));
  for await (const row of reader.rows()) {
    calibrator.add(row);
    const { suite, caseId, target, repeat } = row;
    if (places.has(row.trialKey)) places.set(row.trialKey, { suite, caseId, target, repeat });
  }
  const findings = labelFindings(placed, { placeOf: (key) => places.get(key), verdicts: manifest?.verdicts ?? DEFAULT_VERDICT_THRESHOLDS });
  return { manifest, calibrator, findings };
}

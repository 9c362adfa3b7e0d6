import type { createRunCalibrator } from '@assay/reports';
import { shellPath, UsageError } from '@assay/schema';
import { keepCalibrations } from './calibration-file.js';

interface KeptPlace {
  readonly projectRoot: string;
  readonly cwd: string;
  /** Folder of the run as it should be shown. */
  readonly location: string;
}

/**
 * Keeps what labels of a run say of its judges, from this day on.
 * @returns of how many suites, and the file as it should be shown
 * @throws UsageError where no reply was drawn and labelled.
 */
export async function keepFound(calibrator: ReturnType<typeof createRunCalibrator>, { projectRoot, cwd, location }: KeptPlace): Promise<{ readonly suites: number; readonly file: string }> {
  const found = calibrator.calibrations(new Date().toISOString().slice(0, 10));
  if (found.length === 0) {
    throw new UsageError('there is nothing to save: no reply of the run was drawn and labelled', { hint: `label some: assay label ${shellPath(location)}` });
  }
  return { suites: found.length, file: await keepCalibrations(projectRoot, cwd, found) };
}

import { isAssayError, type Calibration, type RunTrust } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';
import { failureText } from '../files/failure-text.js';
import { readRanking } from '../runs/ranking-file.js';
import { calibrateFolder, type CalibratedFolder } from './calibrate-folder.js';

/** Whether labels of this run or of an earlier one say anything, be it that they are stale. */
function saysSomething({ labels, groups }: Calibration): boolean {
  return labels.replies > 0 || groups.some(({ method, reasons }) => method !== 'none' || reasons.length > 0);
}

/**
 * What is known of a run beyond its rows: how far its judges are right, and whom judges prefer. What cannot be read is reported, and is no reason
 * for showing nothing.
 * @param calibrates `always` also where nothing is known, which says how many labels are missing; `never` for a project whose files nobody
 * vouches for
 */
export async function runTrust(run: CalibratedFolder, { calibrates }: { readonly calibrates: 'always' | 'known' | 'never' }): Promise<RunTrust> {
  const problems: string[] = [];
  const always = calibrates === 'always';
  let calibration: Calibration | undefined;
  try {
    const found = calibrates === 'never' ? undefined : await calibrateFolder(run, ({ manifest, labels, earlier }) => {
      const isOfRun = ({ suite }: { readonly suite: string }): boolean => manifest === undefined || manifest.suites.some(({ name }) => name === suite);
      return always || labels.length > 0 || earlier.some(isOfRun);
    });
    calibration = found?.calibrator.result();
  } catch (error) {
    if (!isAssayError(error)) throw error;
    problems.push(failureText(error));
  }
  const ranking = await readRanking(run.folder, displayFolder(run.cwd, run.folder));
  if (ranking && 'problem' in ranking) problems.push(ranking.problem);
  return {
    ...(calibration && (always || saysSomething(calibration)) ? { calibration } : {}),
    ...(ranking && !('problem' in ranking) ? { ranking } : {}),
    problems,
  };
}

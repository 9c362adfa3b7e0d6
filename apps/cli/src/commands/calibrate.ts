import { resolve } from 'node:path';
import { encodeCalibration, formatCount, markdownCalibration, renderCalibration } from '@assay/reports';
import { formatDiagnostic } from '@assay/schema';
import { calibratedGate } from '../calibrate/calibrated-gate.js';
import { gateThreshold, type GateChoice } from '../calibrate/gate-threshold.js';
import { calibrateRun } from '../calibrate/calibrate-run.js';
import { keepFound } from '../calibrate/keep-found.js';
import { EXIT, moreSerious } from '../exit-codes.js';
import { replaceFile } from '../files/replace-file.js';
import { gateText } from '../terminal/gate-text.js';
import { outputColumns, usesColor } from '../terminal/output-style.js';
import { reportFailure } from '../terminal/report-failure.js';
import { writeOut } from '../terminal/write-out.js';

export interface CalibrateOptions extends GateChoice {
  readonly save?: boolean;
  /** A file. */
  readonly markdown?: string;
  readonly json?: boolean;
}

/** What a write came to; what keeps it from being done takes nothing away from what was found, which is printed first. */
async function tried<T>(write: () => Promise<T>): Promise<{ readonly done: T } | { readonly failure: unknown }> {
  try {
    return { done: await write() };
  } catch (failure) {
    return { failure };
  }
}

/** `assay calibrate`: what labels say about the judges and the scores of a run. Resolves to the exit code. */
export async function calibrateCommand(run: string, options: CalibrateOptions): Promise<number> {
  const cwd = process.cwd();
  const { projectRoot, manifest, calibrator, findings } = await calibrateRun(run, cwd);
  for (const finding of findings) process.stderr.write(`${formatDiagnostic(finding)}\n`);
  const threshold = gateThreshold(options, manifest);
  const calibration = calibrator.result();
  const gate = threshold === undefined ? undefined : calibratedGate(calibration, threshold);
  const { save = false, markdown } = options;
  const kept = save ? await tried(() => keepFound(calibrator, { projectRoot, cwd, location: calibration.location })) : undefined;
  const told = markdown === undefined ? undefined : await tried(() => replaceFile(resolve(cwd, markdown), markdown, markdownCalibration(calibration), { hint: 'name another file' }));
  if (options.json) {
    const encoded = { ...encodeCalibration(calibration), ...(gate ? { gate: { threshold, exit_code: gate.exitCode, reasons: gate.reasons } } : {}) };
    await writeOut(`${JSON.stringify(encoded, null, 2)}\n`);
  } else {
    const saved = kept === undefined || !('done' in kept) ? '' : `\n${formatCount(kept.done.suites, 'suite')} kept in ${kept.done.file}: commit it, so that later runs are corrected by it\n`;
    await writeOut((await renderCalibration(calibration, { columns: outputColumns(), color: usesColor() })) + saved + (gate ? gateText('Gate calibrated', gate) : ''));
  }
  return [kept, told].reduce((code, each) => (each && 'failure' in each ? moreSerious(code, reportFailure(each.failure)) : code), gate?.exitCode ?? EXIT.passed);
}

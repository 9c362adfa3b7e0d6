import { resolve } from 'node:path';
import { encodeCalibration, formatCount, markdownCalibration, renderCalibration } from '@assay/reports';
import { formatDiagnostic, UsageError, type RunManifest } from '@assay/schema';
import { calibratedGate, type GateResult } from '../calibrate/calibrated-gate.js';
import { calibrateRun } from '../calibrate/calibrate-run.js';
import { keepCalibrations } from '../calibrate/calibration-file.js';
import { EXIT } from '../exit-codes.js';
import { replaceFile } from '../files/replace-file.js';
import { outputColumns, usesColor } from '../terminal/output-style.js';
import { writeOut } from '../terminal/write-out.js';

export interface CalibrateOptions {
  readonly gate?: 'calibrated';
  /** [0, 1] */
  readonly threshold?: number;
  readonly save?: boolean;
  /** A file. */
  readonly markdown?: string;
  readonly json?: boolean;
}

/** The threshold of the gate; undefined without one. @throws UsageError */
function thresholdOf({ gate, threshold }: CalibrateOptions, manifest: RunManifest | undefined): number | undefined {
  if (gate === undefined) {
    if (threshold === undefined) return undefined;
    throw new UsageError('--threshold is for --gate', { hint: 'write --gate calibrated too' });
  }
  const own = manifest?.options['threshold'];
  const found = threshold ?? (typeof own === 'number' ? own : undefined);
  if (found === undefined) throw new UsageError('--gate calibrated has no threshold, and the run had none', { hint: 'say one: --threshold 0.8' });
  return found;
}

function gateText({ exitCode, reasons }: GateResult): string {
  const words = exitCode === EXIT.passed ? 'passed' : exitCode === EXIT.failed ? 'FAILED' : 'UNDECIDED';
  return `\nGate calibrated: ${words}${reasons.map((reason) => `\n  ${reason}`).join('')}\n`;
}

/** `assay calibrate`: what labels say about the judges and the scores of a run. Resolves to the exit code. */
export async function calibrateCommand(run: string, options: CalibrateOptions): Promise<number> {
  const cwd = process.cwd();
  const { projectRoot, manifest, calibrator, findings } = await calibrateRun(run, cwd);
  for (const finding of findings) process.stderr.write(`${formatDiagnostic(finding)}\n`);
  const threshold = thresholdOf(options, manifest);
  const calibration = calibrator.result();
  const gate = threshold === undefined ? undefined : calibratedGate(calibration, threshold);
  const found = options.save ? calibrator.calibrations(new Date().toISOString().slice(0, 10)) : [];
  if (options.save && found.length === 0) {
    throw new UsageError('there is nothing to save: no reply of the run was drawn and labelled', { hint: `label some: assay label ${calibration.location}` });
  }
  const file = options.save ? await keepCalibrations(projectRoot, cwd, found) : undefined;
  if (options.markdown !== undefined) await replaceFile(resolve(cwd, options.markdown), options.markdown, markdownCalibration(calibration), { hint: 'name another file' });
  if (options.json) {
    const encoded = { ...encodeCalibration(calibration), ...(gate ? { gate: { threshold, exit_code: gate.exitCode, reasons: gate.reasons } } : {}) };
    await writeOut(`${JSON.stringify(encoded, null, 2)}\n`);
  } else {
    const saved = file === undefined ? '' : `\n${formatCount(found.length, 'suite')} kept in ${file}: commit it, so that later runs are corrected by it\n`;
    await writeOut((await renderCalibration(calibration, { columns: outputColumns(), color: usesColor() })) + saved + (gate ? gateText(gate) : ''));
  }
  return gate?.exitCode ?? EXIT.passed;
}

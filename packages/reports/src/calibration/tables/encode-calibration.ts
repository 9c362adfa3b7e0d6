import type { Calibration, JudgeAudit } from '@assay/schema';

/** Version of the format of a printed calibration. Raised when a field changes its meaning or goes. */
const CALIBRATION_SCHEMA_VERSION = 1;

/** All names here are those of fields; none is data. */
function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`), inSnakeCase(field)]));
}

/** A calibration as `assay calibrate --json` prints it. */
export function encodeCalibration(calibration: Calibration): Record<string, unknown> {
  return { schema_version: CALIBRATION_SCHEMA_VERSION, ...(inSnakeCase(calibration) as Record<string, unknown>) };
}

/** An audit as `assay audit --json` prints it. */
export function encodeJudgeAudit(audit: JudgeAudit): Record<string, unknown> {
  return { schema_version: CALIBRATION_SCHEMA_VERSION, ...(inSnakeCase(audit) as Record<string, unknown>) };
}

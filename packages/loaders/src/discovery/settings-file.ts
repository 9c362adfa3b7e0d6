import { basename, dirname, extname } from 'node:path';
import type { DetectedDialect } from '../dialect/detect-dialect.js';

/** What a file holds that is no suite and can be checked: targets or one target, settings of a project, a baseline. */
export type SettingsKind = 'targets' | 'config' | 'baseline';

export interface SettingsFile {
  /** Absolute. */
  readonly path: string;
  readonly kind: SettingsKind;
}

const KINDS: Partial<Record<DetectedDialect, SettingsKind>> = {
  'target-file': 'targets',
  config: 'config',
  baseline: 'baseline',
};

const PROJECT_FOLDERS = new Set(['.assay', '.agentv']);
const PROJECT_FILE = /^(?<kind>config|targets)\.ya?ml$/u;

/**
 * What kind of settings a file is; undefined when it is none. The files of a project are what their
 * names say, since they are found by them; all others are what they hold.
 * @param dialect Undefined when the file cannot be read or parsed.
 */
export function settingsKind(file: string, dialect: DetectedDialect | undefined): SettingsKind | undefined {
  if (PROJECT_FOLDERS.has(basename(dirname(file)))) {
    const kind = PROJECT_FILE.exec(basename(file))?.groups?.['kind'];
    if (kind) return kind as SettingsKind;
  }
  // Lines are no settings, whatever stands in them.
  return dialect && extname(file).toLowerCase() !== '.jsonl' ? KINDS[dialect] : undefined;
}

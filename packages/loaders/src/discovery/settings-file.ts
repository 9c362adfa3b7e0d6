import { basename, dirname, extname } from 'node:path';
import type { OtherFile } from '../dialect/other-files.js';

/** What a file holds that is no suite and can be checked: targets or one target, settings of a project, a baseline. */
export type SettingsKind = 'targets' | 'providers' | 'config' | 'baseline';

export interface SettingsFile {
  /** Absolute. */
  readonly path: string;
  readonly kind: SettingsKind;
}

const KINDS: Partial<Record<OtherFile['name'], SettingsKind>> = {
  'target-file': 'targets',
  config: 'config',
  baseline: 'baseline',
};

const PROJECT_FOLDERS = new Set(['.assay', '.agentv']);
const PROJECT_FILE = /^(?<kind>config|targets|providers)\.ya?ml$/u;

/**
 * What kind of settings a file is; undefined when it is none. The files of a project are what their
 * names say, since they are found by them; all others are what they hold.
 * @param name What stands in it; undefined for a suite, and when it is not known.
 */
export function settingsKind(file: string, name: OtherFile['name'] | undefined): SettingsKind | undefined {
  if (PROJECT_FOLDERS.has(basename(dirname(file)))) {
    const kind = PROJECT_FILE.exec(basename(file))?.groups?.['kind'];
    if (kind) return kind as SettingsKind;
  }
  // Lines are no settings, whatever stands in them.
  return name && extname(file).toLowerCase() !== '.jsonl' ? KINDS[name] : undefined;
}

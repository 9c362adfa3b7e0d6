import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '@assay/schema';
import { displayPath } from '../files/display-path.js';
import { startOf } from '../files/file-problem.js';
import { misnamedSettings } from './misnamed-settings.js';

const SETTINGS = 'write what holds for all runs under defaults: in .assay/config.yaml';

/** Files by which AgentV is told how things are asked, from the root of a project, and what to do instead. */
const UNREAD: Readonly<Record<string, string>> = {
  '.agentv/config.ts': SETTINGS,
  '.agentv/config.js': SETTINGS,
  'agentv.config.ts': SETTINGS,
  'agentv.config.mts': SETTINGS,
  'agentv.config.js': SETTINGS,
  'agentv.config.mjs': SETTINGS,
};

/** Written by people: the folder itself comes with the first run. */
const OWN_SETTINGS: readonly string[] = ['config.yaml', 'config.yml', 'targets.yaml', 'targets.yml'];

/**
 * Files of a project that say something about runs and are not read: warnings, or notes where the project has settings of its own,
 * since whoever wrote those knows.
 * @param root Folder of the project, absolute.
 * @param workingDirectory Folder that shown paths are relative to.
 */
export function unreadFiles(root: string, workingDirectory: string): readonly Diagnostic[] {
  const severity = OWN_SETTINGS.some((name) => existsSync(join(root, '.assay', name))) ? 'info' : 'warning';
  const ofOthers = Object.entries(UNREAD).filter(([name]) => existsSync(join(root, name)));
  return [...ofOthers, ...misnamedSettings(root)].map(([name, hint]) => {
    const shown = displayPath(join(root, name), workingDirectory);
    return { severity, code: 'unread-file', message: `${name} is not read`, hint, location: startOf(shown) };
  });
}

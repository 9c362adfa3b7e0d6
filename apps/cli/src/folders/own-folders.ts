import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Environment variables by name. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Relative paths would start in the project, which is not the user's to begin with. */
function absolute(written: string | undefined): string | undefined {
  const path = written?.trim();
  return path !== undefined && isAbsolute(path) ? path : undefined;
}

function home(env: Environment): string {
  return absolute(env['HOME']) ?? absolute(env['USERPROFILE']) ?? homedir();
}

/**
 * Folder of the user's own settings, whose `config.yaml` and `targets.yaml` hold for all projects:
 * `$XDG_CONFIG_HOME/assay`, else `%APPDATA%\assay` on Windows and `~/.config/assay` elsewhere.
 */
export function ownSettingsFolder(env: Environment, platform: string = process.platform): string {
  const windows = platform === 'win32' ? absolute(env['APPDATA']) : undefined;
  return join(absolute(env['XDG_CONFIG_HOME']) ?? windows ?? join(home(env), '.config'), 'assay');
}

/**
 * Folder of what Assay keeps for the user outside of projects: `$XDG_STATE_HOME/assay`, else
 * `%LOCALAPPDATA%\assay` on Windows and `~/.local/state/assay` elsewhere.
 */
export function stateFolder(env: Environment, platform: string = process.platform): string {
  const windows = platform === 'win32' ? absolute(env['LOCALAPPDATA']) : undefined;
  return join(absolute(env['XDG_STATE_HOME']) ?? windows ?? join(home(env), '.local', 'state'), 'assay');
}

/** Folder of the runs of all projects that nobody vouches for. */
export function ownRunsFolder(env: Environment): string {
  return join(stateFolder(env), 'runs');
}

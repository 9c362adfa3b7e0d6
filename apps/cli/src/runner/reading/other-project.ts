import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ReportDiagnostic } from '@assay/schema';
import { realPlace } from '../../files/real-place.js';
import { SETTINGS_FOLDERS } from '../../folders/settings-folders.js';

export interface OtherProjectOptions {
  /** Root of the project whose settings are used. */
  readonly root: string;
  readonly cwd: string;
  readonly findProjectRoot: (folder: string) => string | undefined;
  readonly report: ReportDiagnostic;
}

function shown(path: string, cwd: string): string {
  const inside = relative(cwd, path);
  return inside === '' || inside.startsWith('..') ? path : inside.replaceAll('\\', '/');
}

/**
 * All suites of a command share the settings of one project, also those of another one. Gives what
 * says so, once for each other project: a warning when that has settings of its own.
 * @returns To be called with the absolute path of every suite.
 */
export function otherProjectNotes({ root, cwd, findProjectRoot, report }: OtherProjectOptions): (file: string) => void {
  const told = new Set([root]);
  // A link to the project inside of it, or to another name of one that was told, leads to no further one.
  const places = new Set([realPlace(root)]);
  return (file) => {
    const own = findProjectRoot(dirname(file));
    if (own === undefined || told.has(own)) return;
    told.add(own);
    const place = realPlace(own);
    if (places.has(place)) return;
    places.add(place);
    const ignored = SETTINGS_FOLDERS.filter((folder) => existsSync(join(own, folder)));
    const what = ignored.length > 0 ? `, not those in its ${ignored.join(' and ')}` : '';
    report({
      severity: ignored.length > 0 ? 'warning' : 'info',
      code: 'other-project',
      message: `this suite belongs to the project ${shown(own, cwd)}; the settings (targets, judges, defaults, .env) of ${root} are used${what}`,
      location: { file: shown(file, cwd), line: 1, column: 1 },
      hint: `run the command in ${shown(own, cwd)} to use the settings of that project`,
    });
  };
}

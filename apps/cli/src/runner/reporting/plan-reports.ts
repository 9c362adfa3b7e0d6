import { relative, resolve } from 'node:path';
import type { ProjectConfig, WrittenReport } from '@assay/loaders';
import { findDefinition, type ReporterDefinition } from '@assay/schema';
import { isRunFile, keptIn } from '../../files/kept-files.js';
import { real, realPlace } from '../../files/real-place.js';
import { displayFolder } from '../../files/display-folder.js';
import { checkReport, reportProblem, type CheckedReport } from './check-report.js';
import { wordsOf, type OptionWords } from '../../options/option-words.js';

/** Where a report without a file goes. */
export const STANDARD_OUTPUT = 'standard output';

/** A report that will be written. */
export interface PlannedReport extends Omit<CheckedReport, 'file'> {
  /** Absolute; undefined for standard output, and for a reporter that writes nothing. */
  readonly path: string | undefined;
  /** Where it goes, as it is to be named. */
  readonly shown: string;
}

export interface ReportPlanOptions {
  /** Undefined leaves it to the project. */
  readonly reports: readonly WrittenReport[] | undefined;
  readonly project: Pick<ProjectConfig, 'root' | 'reports'>;
  readonly definitions: readonly ReporterDefinition[];
  readonly cwd: string;
  /** False when there is no standard output, or it belongs to something else. */
  readonly printable: boolean;
  /** True where a CI server is informed of the run. */
  readonly onCiServer: boolean;
  /** Absolute paths of files that the run reads. Default: none. */
  readonly inputs?: readonly string[];
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
}

/** Those that tell a CI server: all of them there, none anywhere else. */
function forServer(reports: readonly WrittenReport[], { definitions, onCiServer, words }: Pick<ReportPlanOptions, 'definitions' | 'onCiServer' | 'words'>): readonly WrittenReport[] {
  const ofServer = definitions.filter(({ needsCiServer }) => needsCiServer);
  const isOfServer = ({ name }: WrittenReport): boolean => findDefinition(ofServer, name) !== undefined;
  const asked = reports.find((report) => isOfServer(report) && report.location === undefined);
  if (!onCiServer && asked) {
    const { say } = wordsOf({ words });
    throw reportProblem(asked, `report ${asked.name} tells a CI server, and this command is not told to do so`, {
      hint: `GITHUB_ACTIONS is not "true", or ${say('github', false)} was given; ${say('reports', 'markdown=FILE')} writes the same text anywhere`,
    });
  }
  if (!onCiServer) return reports.filter((report) => !isOfServer(report));
  return [...reports, ...ofServer.flatMap(({ name }) => (reports.some((report) => report.name === name) ? [] : [{ name, options: {} }]))];
}

/**
 * What reports a run writes, and where.
 * @throws UsageError or ConfigError for names, options and files that cannot be, or get into each other's way.
 */
export function planReports({ reports, project, definitions, cwd, printable, onCiServer, inputs = [], words }: ReportPlanOptions): readonly PlannedReport[] {
  const read = new Set(inputs.map(real));
  const taken = new Map<string, string>();
  let printed: string | undefined;
  return forServer(reports ?? project.reports ?? [], { definitions, onCiServer, words }).map((written) => {
    const { file, ...checked } = checkReport(written, definitions);
    const { name, writes } = checked.definition;
    if (file === undefined) {
      if (writes === undefined) return { ...checked, path: undefined, shown: name };
      if (!printable) throw reportProblem(written, `report ${name} needs a file`, { hint: `write ${name}=FILE` });
      if (printed !== undefined) {
        throw reportProblem(written, `${printed} and ${name} would both be printed on standard output`, { hint: `give one of them a file: ${name}=FILE` });
      }
      printed = name;
      return { ...checked, path: undefined, shown: STANDARD_OUTPUT };
    }
    const path = resolve(written.location ? project.root : cwd, file);
    const shown = displayFolder(cwd, path);
    const place = realPlace(path);
    const other = taken.get(place);
    if (other !== undefined) throw reportProblem(written, `reports ${other} and ${name} would both be written to ${shown}`, { hint: 'give each a file of its own' });
    if (read.has(place)) throw reportProblem(written, `report ${name} would replace ${shown}, which the run reads`, { hint: 'name another file' });
    const kept = keptIn(place);
    if (kept !== undefined) throw reportProblem(written, `report ${name} would replace ${shown}, ${kept}`, { hint: 'name another file' });
    taken.set(place, name);
    return { ...checked, path, shown };
  });
}

/** @param folder of the run, absolute. @throws UsageError or ConfigError for a report that would replace a file of it. */
export function checkResultFiles(reports: readonly PlannedReport[], folder: string): void {
  for (const { path, shown, written } of reports) {
    if (path === undefined || !isRunFile(relative(realPlace(folder), realPlace(path)))) continue;
    throw reportProblem(written, `report ${written.name} would replace ${shown}, which the run writes itself`, { hint: 'name another file' });
  }
}

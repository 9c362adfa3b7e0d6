import { dirname, resolve } from 'node:path';
import {
  type EvaluatorDefinition,
  type LoadTrust,
  type SourceLocation,
  type TargetDefinition,
} from '@assay/schema';
import { projectCache } from '../folders/cache-folder.js';
import { runsFolder } from '../folders/runs-folder.js';
import type { AskedTarget } from './target-refusals.js';

/** Environment variables by name. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Who may ask for what. What the command line and the user's own settings name is vouched for; a
 * project (its eval files, settings, files of targets, `.env`) is so too, unless it is untrusted.
 * Everything that runs programs, sends requests or reads files asks here before it does.
 */
export interface Trust {
  /** True when nothing in the project is vouched for. */
  readonly untrusted: boolean;
  /** What loaders hold files to; undefined when there is nothing to hold them to. */
  readonly load: LoadTrust | undefined;
  /** Where files that were read name a judge: the places since the last time, else the last of them; none if none is known. */
  judgePlaces(model: string): readonly SourceLocation[];
  /** Whether somebody vouches for what is written at a place. */
  isVouchedFor(location: SourceLocation | undefined): boolean;
  /** Vouches for a file that the command line names, unless it belongs to the project. @param file Absolute. */
  vouchFor(file: string): void;
  /**
   * Reports what a target asks for and may not have.
   * @throws InvalidFileError with all of it.
   */
  checkTarget(asked: AskedTarget): void;
  /** The environment that a target may see: none for those of an untrusted project. */
  environmentOf(target: Pick<TargetDefinition, 'location'>): Environment;
  /** The environment that evaluators, which files choose, may see. */
  readonly evaluatorEnvironment: Environment;
  /** True for an evaluator that may run at all. Which options it may have is said while files are read. */
  allowsEvaluator(definition: EvaluatorDefinition): boolean;
  /** Folder of the runs that have no folder of their own, absolute. */
  readonly runsFolder: string;
  /** Folder of replies that are kept, absolute. */
  readonly cacheFolder: string;
  /**
   * @param folder Absolute folder that somebody named for results.
   * @throws UsageError when a project that is untrusted could lead it elsewhere, or has put something there.
   */
  checkResultsFolder(folder: string): void;
  /**
   * @param file Absolute file that somebody named for a report.
   * @throws UsageError when a project that is untrusted could lead it elsewhere.
   */
  checkReportFile(file: string): void;
}

/** The trust of a project that somebody vouches for: everything that eval files can do. */
export function fullTrust(project: { readonly root: string; readonly env: Environment }): Trust {
  return {
    untrusted: false,
    load: undefined,
    judgePlaces: () => [],
    isVouchedFor: () => true,
    vouchFor: () => {},
    checkTarget: () => {},
    environmentOf: () => project.env,
    evaluatorEnvironment: project.env,
    allowsEvaluator: () => true,
    runsFolder: runsFolder(project.root),
    cacheFolder: projectCache(project.root),
    checkResultsFolder: () => {},
    checkReportFile: () => {},
  };
}

/** Places of files that are vouched for. */
export interface VouchedFiles {
  has(location: SourceLocation | undefined): boolean;
  add(file: string): void;
}

/** @param isOfProject True for files that belong to an untrusted project, wherever their links lead. */
export function createVouchedFiles(files: readonly string[], cwd: string, isOfProject: (file: string) => boolean): VouchedFiles {
  const vouched = new Set(files);
  return {
    has: (location) => location !== undefined && vouched.has(resolve(cwd, location.file)),
    add(file) {
      if (!isOfProject(file)) vouched.add(file);
    },
  };
}

/** Folders that hold the configuration of the folder above them; paths in their files start there. */
const CONFIGURATION_FOLDERS = /[\\/](?:\.assay|\.agentv|configs)$/u;

/** Where a target's relative paths and commands start from: the folder that its file configures. */
export function targetFolder({ location }: Pick<TargetDefinition, 'location'>, cwd: string): string {
  if (!location) return cwd;
  const folder = dirname(resolve(cwd, location.file));
  return CONFIGURATION_FOLDERS.test(folder) ? dirname(folder) : folder;
}

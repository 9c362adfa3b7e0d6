import { dirname } from 'node:path';
import { formatDiagnostic, type Diagnostic, type Loader, type LoadOptions, type LoadTrust, type Redactor, type ReportDiagnostic } from '@assay/schema';
import { displayPath } from '../files/display-path.js';
import { createFileReferences, type FileReferences } from '../references/file-references.js';
import { projectPath } from '../references/project-path.js';
import { realPlace } from '../references/real-place.js';
import { containmentRoot, findProjectRoot } from '../references/project-root.js';

/** The options of one load with their defaults filled in. */
export interface LoadSession {
  /** Absolute path of the dataset. */
  readonly file: string;
  /** The dataset as it is named in messages. */
  readonly shown: string;
  readonly directory: string;
  /** Folder that the files which the dataset names must stay in. */
  readonly projectRoot: string;
  /** Root of the project that the dataset belongs to; undefined when it belongs to none. */
  readonly ownRoot: string | undefined;
  /** Where the dataset lies, which it is named after: `file`, or what that is a link to. Absolute. */
  readonly place: string;
  /** The dataset's path from the root of its project, with slashes. */
  readonly path: string;
  readonly workingDirectory: string;
  readonly options: LoadOptions;
  readonly report: ReportDiagnostic;
  readonly references: FileReferences;
  /** For files that nobody vouches for: what they must keep to. */
  readonly trust: LoadTrust | undefined;
  readonly redactor: Redactor | undefined;
  /** The dialects that files beside the dataset may have. */
  readonly loaders: readonly Loader[];
}

/** Without a receiver, warnings still have to reach somebody; with `verbose`, notes too. */
function warnProcess(verbose: boolean): ReportDiagnostic {
  return (diagnostic: Diagnostic) => {
    if (verbose || diagnostic.severity !== 'info') process.emitWarning(formatDiagnostic(diagnostic), 'AssayWarning');
  };
}

/**
 * Prepares a load of one dataset.
 * @param loaders The dialects that files beside it may have.
 */
export function createLoadSession(file: string, options: LoadOptions, loaders: readonly Loader[]): LoadSession {
  const workingDirectory = options.workingDirectory ?? process.cwd();
  const directory = dirname(file);
  const ownRoot = options.projectRoot ?? findProjectRoot(directory);
  const root = ownRoot ?? containmentRoot(directory, workingDirectory);
  const projectRoot = options.trust?.within?.({ root, directory }) ?? root;
  return {
    file,
    shown: displayPath(file, workingDirectory),
    directory,
    projectRoot,
    ownRoot,
    place: ownRoot === undefined ? file : realPlace(file, ownRoot),
    path: projectPath(file, { projectRoot: ownRoot, workingDirectory }),
    workingDirectory,
    options,
    report: options.report ?? warnProcess(options.verbose ?? false),
    references: createFileReferences({
      directory,
      projectRoot,
      workingDirectory,
      guidelinePatterns: options.guidelinePatterns,
      trust: options.trust,
    }),
    trust: options.trust,
    redactor: options.redactor,
    loaders,
  };
}

/** The sessions that files were opened in: what was found out about their folder is not looked for twice. */
const sessions = new WeakMap<object, { readonly session: LoadSession; readonly options: LoadOptions }>();

/** Remembers the session in which a file or folder was opened, to be loaded with these options. */
export function openedIn<T extends object>(source: T, session: LoadSession, options: LoadOptions): T {
  sessions.set(source, { session, options });
  return source;
}

/** The session of a file or folder that is loaded: that in which it was opened, or a new one. */
export function sessionOf(source: { readonly shown: string }, file: string, options: LoadOptions): LoadSession {
  const known = sessions.get(source);
  if (known?.options === options) return known.session;
  return { ...createLoadSession(file, options, options.loaders ?? []), shown: source.shown };
}

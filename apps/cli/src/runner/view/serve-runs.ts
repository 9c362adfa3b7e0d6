import { contains } from '@assay/loaders';
import { ownRunsFolder } from '../../folders/own-folders.js';
import { displayFolder } from '../../files/display-folder.js';
import { LabelFiles } from '../../labels/label-files.js';
import { VERSION } from '../../version.js';
import { ofProject } from '../../runs/of-project.js';
import { KnownRuns } from './data/known-runs.js';
import { LabelDraws } from './data/label-draws.js';
import { createEditCase } from './editor/edit-case.js';
import { editorCommand } from './editor/editor-command.js';
import { pageHtml } from './page-html.js';
import { startPageServer, type PageServer } from './page-server.js';

export interface ServeRunsOptions {
  /** Absolute. */
  readonly projectRoot: string;
  /** Absolute folders of runs, some of which may be of other projects. */
  readonly runsFolders: readonly string[];
  /** Nothing is written into an untrusted project, and none of its files is opened. */
  readonly untrusted: boolean;
  /** Absolute folders of the runs that are to be seen first. */
  readonly asked: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** 0 for a free one. */
  readonly port: number;
}

/** Runs that are served. */
export interface ServedRuns extends PageServer {
  /** A run that is to be seen first. @param folder Absolute. */
  show(folder: string): void;
}

/** Serves the page of a project's runs. @throws UsageError when the port cannot be used. */
export async function serveRuns({ projectRoot, runsFolders, untrusted, asked, cwd, env, port }: ServeRunsOptions): Promise<ServedRuns> {
  const own = ownRunsFolder(env);
  const runs = new KnownRuns({ asked, runsFolders, isOfProject: ofProject(projectRoot, own) });
  const editor = untrusted ? undefined : editorCommand(env);
  const edit = editor && createEditCase(editor, projectRoot);
  const labels = untrusted ? undefined : new LabelFiles(projectRoot, cwd);
  const server = await startPageServer(
    {
      info: {
        version: VERSION,
        mode: 'server',
        project: contains(cwd, projectRoot) ? displayFolder(cwd, projectRoot) : projectRoot,
        can: { label: labels !== undefined, edit: edit !== undefined },
        get asked() {
          return runs.asked;
        },
      },
      html: await pageHtml(),
      runs,
      projectRoot,
      cwd,
      labels,
      draws: labels && new LabelDraws(labels, cwd),
      edit,
    },
    port,
  );
  return { ...server, show: (folder) => runs.ask(folder) };
}

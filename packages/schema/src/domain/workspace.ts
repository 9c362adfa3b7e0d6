/** A program that prepares a workspace, or tidies up after it. */
export interface WorkspaceHook {
  /** Program and arguments, run without a shell; a text is one line for the shell. */
  readonly command: string | readonly string[];
  /** Time that it may take, in milliseconds, above 0. Default: 60000. */
  readonly timeoutMs?: number | undefined;
  /** Folder to run in, from the folder of the suite. Default: that folder. */
  readonly cwd?: string | undefined;
}

/** When the hooks of a workspace run. */
export interface WorkspaceHooks {
  /** Once, before the first trial of the workspace, in what its folders are copies of. */
  readonly beforeAll?: WorkspaceHook | undefined;
  /** In the folder of a trial, before its target is asked. */
  readonly beforeEach?: WorkspaceHook | undefined;
  /** In the folder of a trial, when its reply has been scored. */
  readonly afterEach?: WorkspaceHook | undefined;
  /** Once, after the last trial. */
  readonly afterAll?: WorkspaceHook | undefined;
}

/** The folder that an agent works in: made anew for every trial. */
export interface Workspace {
  /** Folder that it is a copy of, from the folder of the suite, with slashes. Default: it is empty. */
  readonly template?: string | undefined;
  readonly hooks?: WorkspaceHooks | undefined;
}

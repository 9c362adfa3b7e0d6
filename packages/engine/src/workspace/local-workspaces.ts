import { lstat, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { errorText, canonicalJson, isAssayError, suiteKey, WorkspaceError, type AssayError, type EvalCase, type Trial, type Workspace, type WorkspaceHooks } from '@assay/schema';
import { WorkspaceBaseline } from './changes/workspace-baseline.js';
import { workspaceChanges, type WorkspaceChanges } from './changes/workspace-changes.js';
import { copyFolder } from './copy-folder.js';
import { removeFolder, removeFolderAtOnce } from './remove-folder.js';
import { runHook, type HookSettings } from './run-hook.js';
import type { TrialWorkspace, WorkspacePlace, Workspaces } from './workspaces.js';

export interface WorkspacesOptions extends HookSettings {
  /** True leaves all folders where they are. Default false. */
  readonly keep?: boolean | undefined;
}

/** Time that tidying up may take after an abort, in milliseconds: somebody waits for the end. */
const AFTER_ABORT_MS = 5_000;
const NAME_CHARACTERS = 60;

const HOOK_NAMES: Readonly<Record<keyof WorkspaceHooks, string>> = { beforeAll: 'before_all', beforeEach: 'before_each', afterEach: 'after_each', afterAll: 'after_all' };

/** The beginning of the name of a folder: people look for their case. */
function folderName(id: string): string {
  return id.replaceAll(/[^\w.-]+/gu, '-').replace(/^[.-]+/u, '').slice(0, NAME_CHARACTERS) || 'case';
}

/** A failure that a row can say. */
function notPrepared(error: unknown): AssayError {
  if (isAssayError(error)) return error;
  return new WorkspaceError(`the workspace cannot be prepared: ${errorText(error)}`, { cause: error });
}

/** A failure with what went wrong with tidying up after it. */
function withProblems(error: unknown, problems: readonly string[]): unknown {
  if (problems.length === 0 || !(error instanceof WorkspaceError)) return error;
  return new WorkspaceError([error.message, ...problems].join('\n'), { hint: error.hint, cause: error });
}

/** What ends tidying up. */
function untilEnd(interrupted: boolean): AbortSignal {
  return interrupted ? AbortSignal.timeout(AFTER_ABORT_MS) : new AbortController().signal;
}

/** @throws WorkspaceError when a hook has put something else in the place of the workspace, or nothing. */
async function checkFolder(path: string, hook: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new WorkspaceError(`${hook} of the workspace ${found ? 'put something else in the place of' : 'removed'} the folder ${path}`, { hint: 'change what is in $ASSAY_WORKSPACE, and leave the folder itself' });
}

/** What is prepared once, for all trials of a workspace. */
interface Prepared {
  /** Folder that those of trials are copies of; undefined for empty ones. */
  readonly source: string | undefined;
  /** Runs what is to be done after the last trial. */
  readonly end?: ((signal: AbortSignal) => Promise<void>) | undefined;
}

/** Makes folders in the temporary folder of the system, for the trials of one run. */
export class LocalWorkspaces implements Workspaces {
  readonly #options: WorkspacesOptions;
  readonly #prepared = new Map<string, Promise<Prepared>>();
  #making: Promise<string> | undefined;
  #root: string | undefined;
  #made = 0;
  /** What is left is removed even when the process ends at once. */
  readonly #onExit = (): void => {
    if (this.#root !== undefined) removeFolderAtOnce(this.#root);
  };

  constructor(options: WorkspacesOptions) {
    this.#options = options;
  }

  get root(): string | undefined {
    return this.#root;
  }

  async open(trial: Trial, place: WorkspacePlace): Promise<TrialWorkspace> {
    const { evalCase } = trial;
    const { workspace = {} } = evalCase;
    try {
      const { source } = await this.#sourceOf(trial, workspace, place);
      const path = await this.#newFolder(evalCase.id);
      const opened = new OpenWorkspace({ path, source, workspace, evalCase, place, options: this.#options });
      await opened.prepare();
      return opened;
    } catch (error) {
      place.signal.throwIfAborted();
      throw notPrepared(error);
    }
  }

  async close({ interrupted }: { readonly interrupted: boolean }): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const prepared of await Promise.allSettled(this.#prepared.values())) {
      if (prepared.status === 'rejected') continue;
      await prepared.value.end?.(untilEnd(interrupted)).catch((error: unknown) => problems.push(problemOf(HOOK_NAMES.afterAll, error)));
    }
    this.#prepared.clear();
    const root = await this.#making?.catch(() => undefined);
    process.off('exit', this.#onExit);
    if (root !== undefined && this.#options.keep !== true) problems.push(...(await removed(root)));
    this.#making = undefined;
    return problems;
  }

  async #newFolder(id: string): Promise<string> {
    this.#making ??= this.#makeRoot();
    const root = await this.#making;
    this.#made += 1;
    return join(root, `${folderName(id)}-${this.#made}`);
  }

  async #makeRoot(): Promise<string> {
    this.#root = await mkdtemp(join(await realpath(tmpdir()), 'assay-workspaces-'));
    if (this.#options.keep !== true) process.once('exit', this.#onExit);
    return this.#root;
  }

  #sourceOf(trial: Trial, workspace: Workspace, place: WorkspacePlace): Promise<Prepared> | Prepared {
    const template = workspace.template === undefined ? undefined : resolve(place.directory, workspace.template);
    const { beforeAll, afterAll } = workspace.hooks ?? {};
    if (!beforeAll && !afterAll) return { source: template };
    // Cases that differ in what is done for each trial alone share what is done for all.
    const key = `${suiteKey(trial)} ${canonicalJson({ template: workspace.template, beforeAll, afterAll })}`;
    const before = this.#prepared.get(key);
    if (before) return before;
    const preparing = this.#prepareAll(trial.suite, workspace, template, place);
    this.#prepared.set(key, preparing);
    return preparing;
  }

  async #prepareAll(suite: string, { hooks }: Workspace, template: string | undefined, { directory, runId, signal }: WorkspacePlace): Promise<Prepared> {
    const source = await this.#newFolder(suite);
    await copyFolder(template, source, signal);
    const run = (name: 'beforeAll' | 'afterAll', until: AbortSignal): Promise<void> | undefined => {
      const hook = hooks?.[name];
      return hook && runHook({ name: HOOK_NAMES[name], hook, cwd: resolve(directory, hook.cwd ?? '.'), workspace: source, runId, evalCase: undefined, signal: until }, this.#options);
    };
    const end = async (until: AbortSignal): Promise<void> => run('afterAll', until);
    try {
      await run('beforeAll', signal);
      await checkFolder(source, HOOK_NAMES.beforeAll);
    } catch (error) {
      // What it has started until then would stay.
      const problems: string[] = [];
      await end(untilEnd(signal.aborted)).catch((problem: unknown) => problems.push(problemOf(HOOK_NAMES.afterAll, problem)));
      throw withProblems(error, problems);
    }
    return { source, end };
  }
}

interface OpenOptions {
  readonly path: string;
  readonly source: string | undefined;
  readonly workspace: Workspace;
  readonly evalCase: EvalCase;
  readonly place: WorkspacePlace;
  readonly options: WorkspacesOptions;
}

class OpenWorkspace implements TrialWorkspace {
  readonly path: string;
  readonly #opened: OpenOptions;
  readonly #problems: string[] = [];
  #settled = false;
  /** Whether there is something to tidy up. */
  #begun = false;
  #baseline: WorkspaceBaseline | undefined;

  constructor(opened: OpenOptions) {
    this.path = opened.path;
    this.#opened = opened;
  }

  /** Makes the folder. What is left of one that could not be prepared is tidied up and removed. */
  async prepare(): Promise<void> {
    const { source, place: { signal }, workspace } = this.#opened;
    try {
      await copyFolder(source, this.path, signal);
      this.#begun = true;
      this.#baseline = await WorkspaceBaseline.of({ path: this.path, source, kept: `${this.path}.before` }, signal);
      await this.#run('beforeEach', signal);
      await checkFolder(this.path, HOOK_NAMES.beforeEach);
      if (workspace.hooks?.beforeEach) this.#baseline = await this.#baseline.afterHook(signal);
    } catch (error) {
      await this.#tidyUp();
      await this.#remove();
      throw withProblems(error, this.#problems.splice(0));
    }
  }

  async changes(): Promise<WorkspaceChanges> {
    const { signal } = this.#opened.place;
    if (!this.#baseline) return { text: '', warnings: [] };
    try {
      return await workspaceChanges(this.path, this.#baseline, { signal });
    } catch (error) {
      signal.throwIfAborted();
      const why = `what was changed in the workspace cannot be told: ${errorText(error)}`;
      return { text: `\\ ${why}`, warnings: [why] };
    }
  }

  async renew(): Promise<void> {
    if (this.#settled) {
      throw new WorkspaceError('a turn of the conversation failed, and could not be asked again: the workspace has what the turns before it did', {
        hint: 'set max_retries: 0 of the target to see why the turn failed',
      });
    }
    await this.#tidyUp();
    try {
      await removeFolder(this.path);
      await this.#baseline?.remove();
      await this.prepare();
    } catch (error) {
      this.#opened.place.signal.throwIfAborted();
      throw notPrepared(error);
    }
  }

  settle(): void {
    this.#settled = true;
  }

  async close(): Promise<readonly string[]> {
    await this.#tidyUp();
    await this.#remove();
    return this.#problems;
  }

  async #tidyUp(): Promise<void> {
    if (!this.#begun) return;
    this.#begun = false;
    const { signal } = this.#opened.place;
    // An abort ends what is asked, not what tidies up after it: containers and servers would stay.
    await this.#run('afterEach', untilEnd(signal.aborted)).catch((error: unknown) => this.#problems.push(problemOf(HOOK_NAMES.afterEach, error)));
  }

  async #remove(): Promise<void> {
    await this.#baseline?.remove();
    this.#baseline = undefined;
    if (this.#opened.options.keep !== true) this.#problems.push(...(await removed(this.path)));
  }

  async #run(name: 'beforeEach' | 'afterEach', signal: AbortSignal): Promise<void> {
    const { workspace, evalCase, place, options } = this.#opened;
    const hook = workspace.hooks?.[name];
    if (!hook) return;
    await runHook({ name: HOOK_NAMES[name], hook, cwd: resolve(place.directory, hook.cwd ?? '.'), workspace: this.path, runId: place.runId, evalCase, signal }, options);
  }
}

function problemOf(name: string, error: unknown): string {
  if (error instanceof WorkspaceError) return error.message;
  return `${name} of the workspace was ended: the run was interrupted`;
}

/** Removes a folder. @returns why it is still there. */
async function removed(path: string): Promise<readonly string[]> {
  try {
    await removeFolder(path);
    return [];
  } catch (error) {
    return [`the workspace ${path} could not be removed: ${errorText(error)}`];
  }
}

import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { openRun, refuseLockedRun, type ResumeMode } from '@assay/engine';
import { createRedactor, UsageError, type RunManifest } from '@assay/schema';
import type { RunOption } from '../../options/define-option.js';
import { optionEntries } from '../../options/option-values.js';
import { wordsOf } from '../../options/option-words.js';
import { displayFolder } from '../../files/display-folder.js';
import { composeReading } from '../reading/compose-reading.js';
import type { Extensions } from '../reading/installed-definitions.js';
import { ofProject } from '../../runs/of-project.js';
import { auditFile } from '../../folders/audits-folder.js';
import { runsFoldersFrom } from '../../folders/runs-folders-from.js';
import type { RunRequest } from '../run-settings.js';
import type { EarlierRun } from './earlier-run.js';
import { findEarlierRun, type FoundRun, type OtherRuns } from './find-earlier-run.js';
import { refuseLostRows } from './lost-rows.js';
import { resumeCommand } from '../../runs/resume-command.js';
import { savedRequest } from './saved-request.js';

/** What is run, and what it goes on with. */
export interface ContinuedRun {
  readonly request: RunRequest;
  readonly earlier: EarlierRun;
}

function mayBeSaid({ again }: RunOption, mode: ResumeMode): boolean {
  return again === 'resumed' || (again === 'rescored' && mode === 'rescore');
}

/** Files and options of a run are those that it began with: with others it would be another run. */
function refuseOthers(request: RunRequest, mode: ResumeMode): void {
  const { say, knows } = wordsOf(request);
  const way = say(mode);
  if (request.resume !== undefined && request.rescore !== undefined) {
    throw new UsageError(`${say('resume')} and ${say('rescore')} do not go together`, { hint: 'resume the run first; what changed in how it is scored is scored again by that too' });
  }
  if (request.files.length > 0) {
    throw new UsageError(`${way} takes no files: those of the run are run (${request.files[0] ?? ''})`, { hint: `name the run, as in ${say(mode, 'latest')}, and leave the files out` });
  }
  const refused = optionEntries.filter(([name, option]) => request[name] !== undefined && !mayBeSaid(option, mode));
  if (refused.length === 0) return;
  // What only settings and programs say has no name that could be written on a command line.
  const allowed = optionEntries.filter(([name, option]) => knows(name) && mayBeSaid(option, mode) && name !== 'resume' && name !== 'rescore');
  const list = allowed.map(([name]) => say(name)).join(', ');
  throw new UsageError(`${refused.map(([name]) => say(name)).join(', ')} cannot be said with ${way}: the run goes on as it began`, {
    hint: `start a run of its own for that; with ${way} may be said: ${list}`,
  });
}

function noAuditLeft({ running, unreadable }: OtherRuns): UsageError {
  if (unreadable) return new UsageError(`there is no audit that did not finish and can be read; of audit ${unreadable.runId} that is not known: ${unreadable.error.message}`, { hint: unreadable.error.hint, namedOptions: unreadable.error.namedOptions, cause: unreadable.error });
  if (running !== undefined) return new UsageError(`audit ${running} is still going on, and no other did not finish`, { hint: 'wait until it has ended' });
  return new UsageError('there is no audit that did not finish', { hint: 'name one to have judged again what a judge gave no usable answer on: --resume latest, or its folder' });
}

function noneLeft(request: RunRequest, mode: ResumeMode, { running, unreadable }: OtherRuns): UsageError {
  const { say } = wordsOf(request);
  const what = mode === 'resume' ? 'did not finish' : 'finished';
  if (unreadable) {
    const { runId, error } = unreadable;
    return new UsageError(`there is no run that ${what} and can be read; of run ${runId} that is not known: ${error.message}`, { hint: error.hint, namedOptions: error.namedOptions, cause: error });
  }
  if (running !== undefined) return new UsageError(`run ${running} is still going on, and no other did not finish`, { hint: 'wait until it has ended' });
  return mode === 'resume'
    ? new UsageError('there is no run that did not finish', { hint: `name one to have its trials without a verdict run again (${say('resume', 'latest')}); assay list runs shows them all` })
    : new UsageError('there is no run that finished', { hint: `assay list runs shows all; one that did not finish is resumed with ${say('resume', true)}` });
}

interface Found extends FoundRun {
  readonly manifest: RunManifest;
}

const MOVED_HINT = 'a run is moved together with its project; otherwise run the evals again';
const IS_PATTERN = /[*?[\]{}()!]/u;

/** A folder that was moved without its project leads to some other folder, which is mostly there. */
function refuseMovedRun(files: readonly string[], cwd: string, request: RunRequest): void {
  if (cwd === request.cwd || files.some((file) => IS_PATTERN.test(file) || existsSync(resolve(cwd, file)))) return;
  throw new UsageError(`the run is of ${files.join(', ')} in ${displayFolder(request.cwd, cwd)}, and that is not there`, { hint: MOVED_HINT });
}

/** Another run cannot be named in its place: what failed in that one would be other trials. */
function refuseLostSelection({ filterFailed }: Pick<RunRequest, 'filterFailed'>, cwd: string, request: RunRequest): void {
  if (filterFailed === undefined || existsSync(resolve(cwd, filterFailed))) return;
  throw new UsageError(`the run is of what failed in ${displayFolder(request.cwd, resolve(cwd, filterFailed))}, and that run is not there`, {
    hint: 'put it back where it was; otherwise run the evals again',
  });
}

async function find(request: RunRequest, mode: ResumeMode): Promise<FoundRun> {
  const { cwd, env } = request;
  const reading = await composeReading({ cwd, env, redactor: request.redactor ?? createRedactor(), verbose: false, report: () => {} });
  const { trust, project } = reading;
  const [, own = ''] = runsFoldersFrom(request);
  const run = (mode === 'resume' ? request.resume : request.rescore) ?? true;
  const found = await findEarlierRun({
    run,
    cwd,
    // What lies in a project that nobody vouches for is not looked for by itself.
    runsFolders: trust.untrusted ? [own] : runsFoldersFrom(request),
    isOfProject: ofProject(project.root, own),
    isAudit: request.isAudit,
    wanted: ({ status }) => (status === 'finished') === (mode === 'rescore'),
    noneWanted: (others) => (request.isAudit ? noAuditLeft(others) : noneLeft(request, mode, others)),
  });
  // What an untrusted project holds could say that it is trusted, and whom to ask.
  trust.checkResultsFolder(found.location);
  return found;
}

/** An audit draws and makes replies besides: only its own command goes on with it. */
function refuseOtherKind({ location }: FoundRun, { cwd, env, isAudit = false }: RunRequest): void {
  if (existsSync(auditFile(location)) === isAudit) return;
  const shown = displayFolder(cwd, location);
  const command = resumeCommand({ location, runsFolders: runsFoldersFrom({ cwd, env, isAudit: !isAudit }), cwd, isAudit: !isAudit });
  throw new UsageError(isAudit ? `${shown} is a run, and no audit` : `${shown} is an audit of judges, and no run`, { hint: `go on with it: ${command}` });
}

function refuseUnfinished({ location, manifest }: Found, request: RunRequest): void {
  if (manifest.status === 'finished') return;
  const command = resumeCommand({ location, runsFolders: runsFoldersFrom(request), cwd: request.cwd });
  throw new UsageError(`run ${manifest.runId} did not finish`, { hint: `first go on with it: ${command}` });
}

/**
 * What a request goes on with, and what that takes: files and options as the run began with them, and of the request what may
 * differ.
 * @param extensions what a program that goes on with it brings along.
 * @throws UsageError when there is no such run, somebody writes it, something is said that cannot change, its rows are gone, or something is
 * missing that a program brought along.
 * @throws StoreError when its manifest, or what it has asked in batches, cannot be read.
 */
export async function continueRun(request: RunRequest, extensions: Extensions = {}): Promise<ContinuedRun> {
  const mode: ResumeMode = request.rescore === undefined ? 'resume' : 'rescore';
  refuseOthers(request, mode);
  const place = await find(request, mode);
  const { location, passedOver } = place;
  refuseOtherKind(place, request);
  await refuseLockedRun(location, true);
  // Only now: whoever wrote it until a moment ago has said how it ended.
  const found: Found = { ...place, manifest: await (await openRun(location)).manifest() };
  const { manifest } = found;
  if (mode === 'rescore') refuseUnfinished(found, request);
  const cwd = resolve(location, manifest.cwd);
  if (!existsSync(cwd)) {
    throw new UsageError(`the run was started in ${displayFolder(request.cwd, cwd)}, which is not there`, {
      hint: MOVED_HINT,
    });
  }
  const { files, options } = savedRequest(manifest, displayFolder(request.cwd, join(location, 'run.json')));
  refuseMovedRun(files, cwd, request);
  refuseLostSelection(options, cwd, request);
  if (manifest.added) (await import('./refuse-without-added.js')).refuseWithoutAdded({ mode, manifest, run: displayFolder(request.cwd, location), reports: request.reports ?? options.reports }, extensions);
  await refuseLostRows({ manifest, location, mode, shown: displayFolder(request.cwd, location), words: wordsOf(request), accepted: request.acceptChanges === true });
  if (mode === 'resume' && manifest.batches !== undefined && request.acceptChanges !== true) {
    await (await import('./refuse-lost-batches.js')).refuseLostBatches({ manifest, location, shown: displayFolder(request.cwd, location), words: wordsOf(request) });
  }
  const said = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  return {
    request: { ...request, ...options, ...said, files, cwd, out: relative(cwd, location) || '.' },
    earlier: { location, manifest, mode, isAudit: request.isAudit, shownFrom: request.cwd, passedOver },
  };
}

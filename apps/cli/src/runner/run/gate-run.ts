import { join, relative, resolve } from 'node:path';
import { findProjectRoot } from '@assay/loaders';
import { AssayError, UsageError, type ChangeTerms, type Comparison, type RoundsSummary, type RunOutcome, type RunSummary } from '@assay/schema';
import { formatCount } from '@assay/reports';
import { EXIT, moreSerious } from '../../exit-codes.js';
import type { OptionValues } from '../../options/option-values.js';
import { wordsOf, type OptionWords } from '../../options/option-words.js';
import { BASELINES, openBaselineFolder } from '../../baseline/baseline-folder.js';
import { failureText } from '../../files/failure-text.js';
import { findRunFolder } from '../../runs/find-run-folder.js';
import { runsFolder } from '../../folders/runs-folder.js';
import type { OpenedRun } from './opened-run.js';

const ALPHA = 0.05;

type Given = Partial<Pick<OptionValues, 'against' | 'margin' | 'alpha' | 'shard'>> & { readonly cwd: string; readonly words?: OptionWords | undefined };

function checkTogether(terms: Given): void {
  const { against, margin, alpha, shard } = terms;
  if (against === undefined) {
    const { say } = wordsOf(terms);
    const given = margin === undefined ? (alpha === undefined ? undefined : 'alpha') : 'margin';
    if (given !== undefined) throw new UsageError(`${say(given)} says how a run is held against another, and none is named`, { hint: `name a run, or the baselines: ${say('against', 'baseline')}` });
  } else if (shard !== undefined) {
    throw new UsageError('a shard cannot be held against a whole run', { hint: 'merge the shards first, and hold the merged run against it: assay compare, assay baseline check' });
  }
}

/**
 * Checks what a run is to be compared with, before anything is asked.
 * @returns its name, which means the same when the run has ended: `latest` is a folder, as the run itself is the latest then
 * @throws UsageError for what there is not
 */
export async function checkAgainst(given: Given): Promise<string | undefined> {
  checkTogether(given);
  const { against, cwd } = given;
  if (against === undefined) return undefined;
  const projectRoot = resolve(findProjectRoot(cwd) ?? cwd);
  if (against !== BASELINES) {
    const folder = await findRunFolder({ run: against, cwd, runsFolder: runsFolder(projectRoot) });
    return against === 'latest' ? relative(cwd, folder).replaceAll('\\', '/') || '.' : against;
  }
  const folder = openBaselineFolder({ directory: join(projectRoot, 'baselines'), cwd, projectRoot });
  if (!(await folder.exists())) {
    throw new UsageError(`there are no baselines in ${folder.shown}`, { hint: `save one first (assay baseline save RUN), or name a run: ${wordsOf(given).say('against', 'RUN')}` });
  }
  return against;
}

const OUTCOMES: Readonly<Record<Comparison['outcome'], RunOutcome>> = {
  compared: 'passed',
  passed: 'passed',
  failed: 'failed',
  undecided: 'undecided',
  'no-baseline': 'invalid',
  inconclusive: 'undecided',
};

/** The summary with what the comparison came to: of both the worse counts. */
function decided(summary: RunSummary, comparison: Pick<Comparison, 'outcome' | 'exitCode' | 'reasons' | 'notes'>, against: string): RunSummary {
  const exitCode = moreSerious(summary.exitCode, comparison.exitCode);
  const outcome = exitCode === summary.exitCode ? summary.outcome : OUTCOMES[comparison.outcome];
  const told = [...comparison.reasons, ...(comparison.notes ?? [])].map((reason) => `against ${against === BASELINES ? 'its baseline' : against}: ${reason}`);
  const decides = exitCode !== summary.exitCode;
  return { ...summary, outcome, exitCode, reasons: decides ? [...told, ...summary.reasons] : [...summary.reasons, ...told] };
}

/** The summary of a run that ended before all of its suites were decided: one that got worse fails it, whatever the others would come to. */
function withWorse(summary: RunSummary, { groups }: RoundsSummary, against: string): RunSummary {
  const worse = groups.filter(({ stopped }) => stopped === 'worse');
  if (worse.length === 0) return summary;
  const reasons = worse.map(({ suite, target, repeats }) => `${suite} on ${target} got worse, as ${formatCount(repeats, 'repeat')} showed`);
  return decided(summary, { outcome: 'failed', exitCode: EXIT.failed, reasons }, against);
}

/** Holds a run that ended against what it was asked to. What cannot be read leaves it undecided. */
export async function gateRun({ settings, prepared: { options, reading }, store, log, rounds }: OpenedRun, summary: RunSummary): Promise<{ comparison: Comparison | undefined; summary: RunSummary }> {
  const against = options.of('against') ?? BASELINES;
  // An interrupted run is compared with nothing: it is gone on with, and then it is.
  if (summary.outcome === 'interrupted' || summary.outcome === 'invalid') return { comparison: undefined, summary };
  // Repeats that are there in part are no look: the one that goes on with the run has it. What the looks before have shown stays shown.
  if (rounds && !summary.complete) return { comparison: undefined, summary: withWorse(summary, rounds.summary, against) };
  const margin = options.of('margin');
  const terms: ChangeTerms = { alpha: options.of('alpha') ?? ALPHA, margin };
  const { gatedByBaselines, againstRun } = await import('../report/find-comparison.js');
  const place = { folder: store.location, cwd: settings.cwd, projectRoot: reading.project.root, terms, looks: rounds?.looks };
  try {
    const found = await (against === BASELINES ? gatedByBaselines(place) : againstRun(place, against, runsFolder(resolve(reading.project.root))));
    const comparison = reading.redactor.value(found);
    return { comparison, summary: decided(summary, comparison, against) };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const { code, hint, namedOptions } = error;
    // With its place: what is wrong may be in a file of either run, or in a baseline.
    const why = failureText(error);
    log.announce({ severity: 'warning', code, message: `the run could not be held against ${against}: ${why}`, hint, namedOptions });
    return { comparison: undefined, summary: decided(summary, { outcome: 'undecided', exitCode: 3, reasons: [`it could not be compared: ${why}`] }, against) };
  }
}

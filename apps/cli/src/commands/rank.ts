import { DEFAULT_CRITERION } from '@assay/evaluators';
import { findProjectRoot } from '@assay/loaders';
import { encodeRanking, formatCount, rankMembers, renderRanking, unansweredText } from '@assay/reports';
import { UsageError, type KeptRanking, type ReportDiagnostic } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { displayFolder } from '../files/display-folder.js';
import { failureText } from '../files/failure-text.js';
import { runsFolder } from '../folders/runs-folder.js';
import { optionsOf, PACE } from '../options/command-line.js';
import type { Interrupt } from '../processes/interrupt.js';
import { interruptible } from '../processes/interruptible.js';
import { createWatchedProcesses } from '../processes/watched-processes.js';
import { judgePairs, pairsOf } from '../rank/judge-pairs.js';
import { openKeptPairs } from '../rank/kept-pairs.js';
import { keepRanking } from '../runs/ranking-file.js';
import { makeRankPanel } from '../rank/rank-panel.js';
import { repliesOfRuns } from '../rank/replies-of-runs.js';
import { findRunFolder } from '../runs/find-run-folder.js';
import { composeReading } from '../runner/reading/compose-reading.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { outputColumns } from '../terminal/output-style.js';
import { createFindingPrinter } from '../terminal/print-findings.js';
import { writeOut } from '../terminal/write-out.js';

/** So many pairs are judged at once; limits of judges hold besides. */
const AT_ONCE = 20;

export interface RankOptions {
  readonly judge?: readonly string[];
  readonly targets?: string;
  readonly criteria?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Keeps a ranking for the page and reports. It was printed already: that nobody can write there loses nothing. */
async function keepOrTell(folder: string, ranking: KeptRanking): Promise<void> {
  try {
    await keepRanking(folder, displayFolder(process.cwd(), folder), ranking);
  } catch (error) {
    note(`note: the ranking is not kept: ${failureText(error)}`);
  }
}

async function rank(names: readonly string[], options: RankOptions, interrupt: Interrupt, report: ReportDiagnostic): Promise<number> {
  const cwd = process.cwd();
  const { criteria: criterion = DEFAULT_CRITERION, judge: judges = [], targets: targetsFile, dryRun, json } = options;
  const projectRoot = findProjectRoot(cwd) ?? cwd;
  const folders = await Promise.all(names.map((run) => findRunFolder({ run, cwd, runsFolder: runsFolder(projectRoot) })));
  if (new Set(folders).size < folders.length) throw new UsageError('a run is named twice', { hint: 'name each run once' });
  const [folder = ''] = folders;
  const { runIds, cases, unanswered, otherwise } = await repliesOfRuns(folders);
  const reading = await composeReading({ cwd, reads: names.join(' '), env: process.env, redactor: outputRedactor, verbose: false, report });
  const processes = createWatchedProcesses();
  interrupt.listen();
  const made = await makeRankPanel({ reading, judges, targetsFile, said: optionsOf(options, [...PACE, 'maxCost', 'maxTokens']), cwd, processes, salt: runIds[0] ?? '', report });
  try {
    const kept = await openKeptPairs(folder);
    const pairs = pairsOf(cases, criterion, made.digest);
    const left = pairs.filter(({ key }) => !kept.find(key)).length;
    if (unanswered.length > 0) note(`note: ${unansweredText(unanswered)}`);
    if (otherwise > 0) note(`note: ${formatCount(otherwise, 'reply', 'replies')} to cases that the runs asked otherwise are compared only where the question is the same`);
    if (dryRun) {
      const requests = 2 * left * made.panel.judgeIds.length;
      await writeOut(`Would compare ${formatCount(pairs.length, 'pair')} of replies to ${formatCount(new Set(cases.map(({ name }) => name)).size, 'case')}, of which ${formatCount(pairs.length - left)} are judged already: at most ${formatCount(requests, 'request')} to ${made.panel.judgeIds.join(', ')}\nNothing was sent.\n`);
      return EXIT.passed;
    }
    const step = Math.max(1, Math.ceil(pairs.length / 10));
    const { signal } = interrupt;
    const found = await judgePairs(pairs, { criterion, panel: made.panel, kept, signal, atOnce: AT_ONCE, onDone: (done, all) => (done % step === 0 && left > 0 ? note(`${done} of ${all} pairs`) : undefined) });
    const ranking = { ...rankMembers(found.pairs), ...(unanswered.length > 0 ? { unanswered } : {}) };
    const costs = { asked: found.asked, ...(found.costUsd === undefined ? {} : { cost_usd: found.costUsd }) };
    await writeOut(json ? `${JSON.stringify({ ...encodeRanking(ranking), criterion, judges: made.panel.judgeIds, ...costs, errors: found.errors }, null, 2)}\n` : renderRanking(ranking, outputColumns()));
    if (pairs.length > 0) await keepOrTell(folder, { ...ranking, at: new Date().toISOString(), runs: runIds, criterion, judges: made.panel.judgeIds });
    for (const error of found.errors) note(`warning: pairs were lost: ${error}`);
    if (found.errors.length > 0) note(`what was judged is kept; go on with: assay rank ${names.join(' ')}`);
    if (ranking.lost > 0) return EXIT.undecided;
    if (pairs.length === 0) note('nothing to rank: no two targets have a reply to the same case');
    return pairs.length === 0 ? EXIT.inconclusive : EXIT.passed;
  } finally {
    await made.close();
    await processes.close();
  }
}

/**
 * `assay rank`: has judges compare the replies of all targets to each case, and ranks the targets. Resolves to the exit code: 3 when pairs
 * could not be judged, 4 when there are none.
 */
export async function rankCommand(runs: readonly string[], options: RankOptions): Promise<number> {
  const findings = createFindingPrinter();
  try {
    return await interruptible(() => note('\nstopping: pairs that were judged are kept'), (interrupt) => rank(runs, options, interrupt, findings.report));
  } finally {
    findings.finish();
  }
}

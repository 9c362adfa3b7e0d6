import { absentText, encodeRanking, formatCount, renderRanking, unansweredText } from '@assay/reports';
import { shellPath, shellWord, type Ranking, type ReportDiagnostic } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { failureText } from '../files/failure-text.js';
import { optionsOf, PACE } from '../options/command-line.js';
import type { Interrupt } from '../processes/interrupt.js';
import { interruptible } from '../processes/interruptible.js';
import { openRanking, type OpenRanking } from '../rank/open-ranking.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { outputColumns } from '../terminal/output-style.js';
import { createFindingPrinter } from '../terminal/print-findings.js';
import { writeOut } from '../terminal/write-out.js';

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
async function keepOrTell(opened: OpenRanking, ranking: Ranking): Promise<void> {
  try {
    await opened.keep(ranking);
  } catch (error) {
    note(`note: the ranking is not kept: ${failureText(error)}`);
  }
}

function wouldCompare({ pairs, left, cases, judges }: OpenRanking): string {
  const requests = 2 * left * judges.length;
  return `Would compare ${formatCount(pairs, 'pair')} of replies to ${formatCount(cases, 'case')}, of which ${formatCount(pairs - left)} are judged already: at most ${formatCount(requests, 'request')} to ${judges.join(', ')}\nNothing was sent.\n`;
}

/** The command that goes on: whoever else judges, or by another criterion, would be asked about all pairs anew. */
function sameCommand(names: readonly string[], { judge: judges = [], criteria, targets }: RankOptions): string {
  const said = [...judges.map((each) => ['--judge', each]), ['--criteria', criteria], ['--targets', targets]];
  const options = said.flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${shellWord(value)}`]));
  return ['assay rank', ...names.map((name) => shellPath(name)), ...options].join(' ');
}

async function judge(opened: OpenRanking, names: readonly string[], options: RankOptions, signal: AbortSignal): Promise<number> {
  const { criterion, judges, pairs, left } = opened;
  const { json = false } = options;
  const step = Math.max(1, Math.ceil(pairs / 10));
  const { ranking, found, exitCode } = await opened.judge({ signal, onDone: (done, all) => (done % step === 0 && left > 0 ? note(`${done} of ${all} pairs`) : undefined) });
  const costs = { asked: found.asked, ...(found.costUsd === undefined ? {} : { cost_usd: found.costUsd }) };
  await writeOut(json ? `${JSON.stringify({ ...encodeRanking(ranking), criterion, judges, ...costs, errors: found.errors }, null, 2)}\n` : renderRanking(ranking, outputColumns()));
  if (pairs > 0) await keepOrTell(opened, ranking);
  for (const error of found.errors) note(`warning: pairs were lost: ${error}`);
  if (ranking.absent) note(`warning: ${absentText(ranking)}; they are asked about these pairs again with the next call`);
  if (found.errors.length > 0) note(`what was judged is kept; go on with: ${sameCommand(names, options)}`);
  if (exitCode === EXIT.inconclusive) note('nothing to rank: no two targets have a reply to the same case; rank a run with several targets (assay run … --target ONE --target OTHER), or several runs (assay rank RUN RUN)');
  return exitCode;
}

async function rank(names: readonly string[], options: RankOptions, interrupt: Interrupt, report: ReportDiagnostic): Promise<number> {
  const { criteria: criterion, judge: judges = [], targets: targetsFile, dryRun } = options;
  const said = optionsOf(options, [...PACE, 'maxCost', 'maxTokens']);
  const opened = await openRanking({ runs: names, cwd: process.cwd(), env: process.env, redactor: outputRedactor, judges, targetsFile, criterion, said, report, onBegin: () => interrupt.listen() });
  try {
    const { unanswered, otherwise } = opened;
    if (unanswered.length > 0) note(`note: ${unansweredText(unanswered)}`);
    if (otherwise > 0) note(`note: ${formatCount(otherwise, 'reply', 'replies')} to cases that the runs asked otherwise are compared only where the question is the same`);
    if (!dryRun) return await judge(opened, names, options, interrupt.signal);
    await writeOut(wouldCompare(opened));
    return EXIT.passed;
  } finally {
    await opened.close();
  }
}

/**
 * `assay rank`: has judges compare the replies of all targets to each case, and ranks the targets. Resolves to the exit code: 3 when pairs
 * could not be judged, 4 when there are none.
 */
export async function rankCommand(runs: readonly string[], options: RankOptions): Promise<number> {
  const findings = createFindingPrinter();
  try {
    return await interruptible(() => note('\nstopping: pairs that were judged are kept'), (interrupt) => rank(runs.length > 0 ? runs : ['latest'], options, interrupt, findings.report));
  } finally {
    findings.finish();
  }
}

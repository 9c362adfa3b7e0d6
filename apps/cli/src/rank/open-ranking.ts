import { DEFAULT_CRITERION } from '@assay/evaluators';
import { findProjectRoot } from '@assay/loaders';
import { rankMembers } from '@assay/reports';
import { UsageError, type KeptRanking, type Ranking, type Redactor, type ReportDiagnostic, type UnansweredTrials } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { displayFolder } from '../files/display-folder.js';
import { runsFolder } from '../folders/runs-folder.js';
import type { OptionValues } from '../options/option-values.js';
import { createWatchedProcesses } from '../processes/watched-processes.js';
import { composeReading } from '../runner/reading/compose-reading.js';
import { findRunFolder } from '../runs/find-run-folder.js';
import { keepRanking } from '../runs/ranking-file.js';
import { judgePairs, pairsOf, type JudgedPairs, type JudgePairsOptions } from './judge-pairs.js';
import { openKeptPairs } from './kept-pairs.js';
import { makeRankPanel } from './rank-panel.js';
import { repliesOfRuns } from './replies-of-runs.js';

/** So many pairs are judged at once; limits of judges hold besides. */
const AT_ONCE = 20;

export interface RankRequest {
  /** Run folders, run ids or `latest`. */
  readonly runs: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  /** Who compares. Empty for the panel of the project. */
  readonly judges: readonly string[];
  readonly targetsFile: string | undefined;
  /** What the better reply does better. */
  readonly criterion: string | undefined;
  /** How fast judges are asked, and what that may take. */
  readonly said: OptionValues;
  readonly report: ReportDiagnostic;
  /** Told before anything is started that has to be stopped. */
  readonly onBegin: () => void;
}

/** What judges made of the pairs. */
interface JudgedRanking {
  readonly ranking: Ranking;
  readonly found: JudgedPairs;
  /** Undecided where pairs could not be judged, inconclusive where there are none. */
  readonly exitCode: number;
}

/** Replies of runs that are ready to be compared. */
export interface OpenRanking {
  readonly criterion: string;
  /** Ids of the judges. */
  readonly judges: readonly string[];
  /** Pairs of replies. */
  readonly pairs: number;
  /** Those of them that some judge has not judged yet. */
  readonly left: number;
  /** Cases that they are replies to, each once for all of its repeats. */
  readonly cases: number;
  readonly unanswered: readonly UnansweredTrials[];
  /** As in {@link RepliesOfRuns}. */
  readonly otherwise: number;
  /** Has the pairs judged that are left, and ranks by all. Rejects only when the signal aborts, or nothing can be kept. */
  judge(options: Pick<JudgePairsOptions, 'signal' | 'onDone'>): Promise<JudgedRanking>;
  /** Keeps a ranking for the page and reports, beside the first run. */
  keep(ranking: Ranking): Promise<void>;
  close(): Promise<void>;
}

/**
 * Finds the replies of runs to the same cases, and makes the judges ready. Asks nobody.
 * @throws UsageError, ConfigError, InvalidFileError, StoreError
 */
export async function openRanking({ runs, criterion = DEFAULT_CRITERION, onBegin, ...request }: RankRequest): Promise<OpenRanking> {
  const { cwd, env, redactor, report } = request;
  const projectRoot = findProjectRoot(cwd) ?? cwd;
  const folders = await Promise.all(runs.map((run) => findRunFolder({ run, cwd, runsFolder: runsFolder(projectRoot) })));
  if (new Set(folders).size < folders.length) throw new UsageError('a run is named twice', { hint: 'name each run once' });
  const [folder = ''] = folders;
  const { runIds, cases, unanswered, otherwise } = await repliesOfRuns(folders, cwd);
  const reading = await composeReading({ cwd, reads: runs.join(' '), env, redactor, verbose: false, report });
  const processes = createWatchedProcesses();
  onBegin();
  const { panel, digest, close } = await makeRankPanel({ ...request, reading, processes, salt: runIds[0] ?? '' });
  const closeAll = async (): Promise<void> => {
    await close();
    await processes.close();
  };
  try {
    const kept = await openKeptPairs(folder);
    const pairs = pairsOf(cases, criterion, digest);
    return {
      criterion,
      judges: panel.judgeIds,
      pairs: pairs.length,
      left: pairs.filter(({ key }) => !kept.isWhole(key)).length,
      cases: new Set(cases.map(({ name }) => name)).size,
      unanswered,
      otherwise,
      async judge(options) {
        const found = await judgePairs(pairs, { ...options, criterion, panel, kept, atOnce: AT_ONCE });
        const ranking: Ranking = { ...rankMembers(found.pairs), ...(unanswered.length > 0 ? { unanswered } : {}) };
        return { found, ranking, exitCode: ranking.lost > 0 ? EXIT.undecided : pairs.length === 0 ? EXIT.inconclusive : EXIT.passed };
      },
      async keep(ranking) {
        const whole: KeptRanking = { ...ranking, at: new Date().toISOString(), runs: runIds, criterion, judges: panel.judgeIds };
        await keepRanking(folder, displayFolder(cwd, folder), whole);
      },
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

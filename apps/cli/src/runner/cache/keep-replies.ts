import { createReplyCache, type ReplyCache } from '@assay/engine';
import type { ReportDiagnostic } from '@assay/schema';
import { errorCode } from '../../files/error-code.js';
import { displayFolder } from '../../files/display-folder.js';
import { obstacleToFolder } from '../../files/obstacle-to-folder.js';
import { writeReason } from '../../files/write-failure.js';
import type { OptionValues } from '../../options/option-values.js';
import { wordsOf, type OptionWords } from '../../options/option-words.js';
import type { Reading } from '../reading/compose-reading.js';
import { mostCacheBytes } from './most-cache-bytes.js';
import { refuseTracked } from './refuse-tracked.js';

/** How whoever says it has replies kept. */
type CacheSaid = Exclude<OptionValues['cache'], false | undefined>;

export interface KeepingOptions {
  readonly reading: Reading;
  readonly cwd: string;
  /** A folder of its own, absolute. Default: that of the project. */
  readonly folder?: string | undefined;
  /** Hands on what is about no file. */
  readonly announce: ReportDiagnostic;
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
}

/** What helps by the code that the system gives. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: make room, or bound the cache (cache: {max_mb: 100} in settings)',
  EDQUOT: 'your share of the disk is used up: make room, or bound the cache (cache: {max_mb: 100} in settings)',
  EACCES: 'you may not write there: make the folder writable',
  EPERM: 'you may not write there: make the folder writable',
};

/** Codes that say that something stands in the way of a folder, and not what. */
const OBSTRUCTED: ReadonlySet<string> = new Set(['EEXIST', 'ENOTDIR', 'ELOOP']);

interface Mishap {
  readonly reason: string;
  readonly remedy: string;
}

/** Why nothing more can be kept in a folder, and what helps. */
function mishapIn(folder: string, cwd: string, error: Error, { say }: OptionWords): Mishap {
  const code = errorCode(error) ?? '';
  const path = 'path' in error && typeof error.path === 'string' ? error.path : folder;
  const obstacle = OBSTRUCTED.has(code) ? obstacleToFolder(path) : undefined;
  if (obstacle) return { reason: `${displayFolder(cwd, obstacle.path)} is ${obstacle.kind}`, remedy: `${obstacle.kind} stands where its folder belongs: move that away` };
  return { reason: writeReason(error), remedy: code === 'EROFS' ? `that disk can only be read: run without ${say('cache')}` : REMEDIES[code] ?? 'make room, or make the folder writable' };
}

/**
 * Opens the cache of a run that keeps something.
 * @param said how replies are kept.
 * @throws UsageError for one that git tracks.
 */
export async function keepReplies(said: CacheSaid, { reading, cwd, announce, folder: own, words }: KeepingOptions): Promise<ReplyCache> {
  const { trust, project, redactor } = reading;
  const folder = own ?? trust.cacheFolder;
  if (!trust.untrusted) await refuseTracked(folder, cwd, announce, wordsOf({ words }));
  return createReplyCache({
    folder,
    // How much of the user's own disk is taken is not for somebody else's project to say.
    mostBytes: trust.untrusted ? mostCacheBytes() : mostCacheBytes(said, project.defaults.settings['cache']),
    // A reply that repeats a key would tell it later, to runs that do not know the key any more.
    holdsSecrets: (json) => redactor.text(json) !== json,
    onProblem(error) {
      const { reason, remedy } = mishapIn(folder, cwd, error, wordsOf({ words }));
      announce({
        severity: 'warning',
        code: 'cache-failed',
        message: `nothing more is kept in the cache ${displayFolder(cwd, folder)}: ${reason}`,
        hint: `the run goes on without it; ${remedy}`,
      });
    },
    onObstacle(path) {
      announce({
        severity: 'warning',
        code: 'cache-obstructed',
        message: `an entry is not kept in the cache ${displayFolder(cwd, folder)}: a folder stands in its place, ${displayFolder(cwd, path)}`,
        hint: 'what it is to keep is asked, and paid for, again in every run; move that folder away',
      });
    },
  });
}

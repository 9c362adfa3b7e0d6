import { UsageError } from '@assay/schema';
import type { EffectiveOptions } from '../../options/option-values.js';
import { wordsOf, type OptionWords } from '../../options/option-words.js';
import type { RepeatRange } from '../../options/items/repeat.js';
import { rangeOf } from './repeats-of.js';
import type { EarlierRun } from '../resume/earlier-run.js';
import type { RunSettings } from '../run-settings.js';

/** What the repeats of a run wait for, and how many there may be. */
export interface RoundsPlan extends RepeatRange {
  readonly alpha: number;
  readonly waitsFor: { readonly by: 'comparison'; readonly against: string; readonly margin: number } | { readonly by: 'threshold'; readonly threshold: number };
}

const ALPHA = 0.05;

function refuseCompany({ shard, outputs }: RunSettings, range: string, { say }: OptionWords): void {
  if (shard !== undefined) {
    throw new UsageError(`${say('repeat', range)} cannot be said with ${say('shard')}: how many repeats a suite gets is decided by all of its cases`, { hint: `name a number of repeats, or have the run done by several machines with ${say('queue')}` });
  }
  if (outputs !== undefined) {
    throw new UsageError(`${say('repeat', range)} asks for more replies where they are needed, and those of outputs are there`, { hint: 'name the number of repeats that are to be scored' });
  }
}

/** Options that decide how many repeats there are: with others it would be another run. */
const DECIDING = ['against', 'margin', 'alpha'] as const;

function refuseOtherTerms(settings: RunSettings, { manifest: { options } }: EarlierRun): void {
  const other = DECIDING.find((name) => settings[name] !== undefined && settings[name] !== options[name]);
  if (other === undefined) return;
  const { say } = wordsOf(settings);
  const before = options[other];
  throw new UsageError(`${say(other)} cannot be said anew: the repeats that are there were added by what it was`, { hint: `leave it out; the run goes on with ${typeof before === 'object' ? 'what it began with' : before === undefined ? `no ${say(other)}` : say(other, before)}` });
}

function waitsFor({ against, threshold, margin }: { readonly against: string | undefined; readonly threshold: number | undefined; readonly margin: number | undefined }, range: string, { say }: OptionWords): RoundsPlan['waitsFor'] {
  const added = `${say('repeat', range)} adds repeats until it is decided`;
  if (against !== undefined) {
    if (margin === undefined || margin === 0) {
      const what = margin === 0 ? 'a drop of any size counts' : 'nothing says what drop is accepted';
      throw new UsageError(`${added}, and ${what}: that it is not worse could never be shown`, { hint: `say it with ${say('margin')}, as in ${say('margin', 0.05)}` });
    }
    return { by: 'comparison', against, margin };
  }
  if (threshold === undefined) {
    throw new UsageError(`${added}, and nothing says what is to be decided`, { hint: `hold it against a run or its baselines (${say('against', 'baseline')} with ${say('margin', 0.05)}), or against a threshold (${say('threshold', 0.8)})` });
  }
  if (threshold <= 0 || threshold >= 1) {
    throw new UsageError(`${added}, and no number of repeats shows on which side of the threshold ${threshold} a mean is`, { hint: 'name a threshold between 0 and 1, or a number of repeats' });
  }
  return { by: 'threshold', threshold };
}

/**
 * What the repeats of a run wait for; undefined for one whose number of repeats was given. With `against` it is the comparison, whatever
 * the threshold is.
 * @throws UsageError for what repeats cannot wait for
 */
export function checkRounds(settings: RunSettings, options: EffectiveOptions, earlier: EarlierRun | undefined): RoundsPlan | undefined {
  const repeat = options.of('repeat');
  const range = rangeOf(repeat);
  if (range === undefined) return undefined;
  const words = wordsOf(settings);
  refuseCompany(settings, String(repeat), words);
  if (earlier) refuseOtherTerms(settings, earlier);
  const terms = { against: options.of('against'), threshold: options.of('threshold'), margin: options.of('margin') };
  return { ...range, alpha: options.of('alpha') ?? ALPHA, waitsFor: waitsFor(terms, String(repeat), words) };
}

import type { SidesChoice } from './compared-sides.js';

/** What a side knows of its run. */
interface ComparedRun {
  readonly id: string;
  readonly state: 'loading' | 'complete' | 'gone' | 'failed';
  readonly run: { readonly state: string } | undefined;
  readonly index: { readonly rows: number };
}

/** `running 5`: a run that goes on is another one when it has twice as many rows. */
function standOf({ state, run, index }: ComparedRun): string {
  if (state === 'complete') return state;
  return run?.state === 'running' && index.rows > 0 ? `running ${Math.floor(Math.log2(index.rows))}` : '';
}

/** Changes whenever a comparison is to be asked for again. Empty as long as it is not known what is compared. */
export function comparisonKey(a: ComparedRun, b: ComparedRun, sides: SidesChoice): string {
  const stands = [standOf(a), standOf(b)];
  return stands.includes('') ? '' : JSON.stringify([a.id, b.id, ...stands, sides]);
}

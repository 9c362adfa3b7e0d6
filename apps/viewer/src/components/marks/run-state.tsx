import type { PageRun } from '@assay/schema';

/** How a run stands, in a word: what it came to, or that it goes on. */
function runWord({ state, summary, unreadable }: PageRun): string {
  if (unreadable !== undefined) return 'unreadable';
  if (state === 'running') return 'running';
  const outcome = summary?.['outcome'];
  if (outcome === 'undecided' && summary?.['waiting_trials'] !== undefined) return 'waiting';
  if (typeof outcome === 'string') return outcome;
  return state === 'killed' ? 'killed' : 'ended';
}

const KINDS: Readonly<Record<string, string>> = { passed: 'pass', failed: 'fail', undecided: 'open', waiting: 'open', running: 'running', invalid: 'fail', interrupted: 'open', killed: 'open', unreadable: 'fail' };
const SIGNS: Readonly<Record<string, string>> = { pass: '✓', fail: '✗', open: '?', running: '●' };

export function RunState({ run }: { readonly run: PageRun }) {
  const word = runWord(run);
  const kind = KINDS[word] ?? 'neither';
  return (
    <span class={`badge ${kind}`}>
      <span aria-hidden="true">{SIGNS[kind] ?? '·'}</span> {word}
    </span>
  );
}

import { visibleText, type PageChange } from '@assay/schema';

/** In the order in which they are shown. */
const MARKS: Readonly<Record<PageChange['verdict'], readonly [mark: string, color: string]>> = {
  worse: ['▼', 'fail'],
  open: ['?', 'open'],
  better: ['▲', 'pass'],
  not_worse: ['✓', 'pass'],
};

const ORDER = Object.keys(MARKS);

/** A suite on its target, as far as there are several. */
function placeOf({ suite, targets: [before, now] }: PageChange, changes: readonly PageChange[]): string {
  const target = (names: PageChange['targets']): string => (names[0] === names[1] ? names[1] : names.join(' → '));
  const isOne = changes.every(({ targets }) => target(targets) === target([before, now]));
  return visibleText(isOne ? suite : `${suite} on ${target([before, now])}`);
}

/** How the means of suites changed, and what that shows: what the command that compares says of it. What got worse comes first. */
export function ChangeList({ changes }: { readonly changes: readonly PageChange[] }) {
  return (
    <div class="changes" tabIndex={0} role="group" aria-label="What the comparison shows">
      <ul>
        {changes.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict)).map((change) => {
          const { finding, moved, notes, measures, verdict } = change;
          const [mark, color] = MARKS[verdict];
          return (
            <li key={JSON.stringify([change.suite, change.targets])}>
              <b class={`difference ${color}`}>
                <span aria-hidden="true">{mark} </span>
                {finding}
              </b>{' '}
              <span class="place">{placeOf(change, changes)}</span> <span class="moved">{moved}</span>
              {notes.length > 0 && <span class="dim"> {visibleText(notes.join('; '))}</span>}
              {measures.length > 0 && <div class="dim">A reply takes: {measures.join(' · ')}</div>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

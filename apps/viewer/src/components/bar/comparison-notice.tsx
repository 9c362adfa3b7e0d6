import { visibleText, type PageVerdict } from '@assay/schema';
import { ChangeList } from './change-list.js';
import { Notice } from './notice.js';

const OUTCOMES: Readonly<Record<PageVerdict['outcome'], string>> = {
  compared: 'Compared',
  passed: 'Passed',
  failed: 'Failed',
  undecided: 'Undecided',
  'no-baseline': 'No baseline',
  inconclusive: 'Inconclusive',
};

interface Props {
  readonly verdict: PageVerdict;
  /** Whether the view below shows how means changed. */
  readonly isBelow: boolean;
}

/** What a report says of its run against what was before. */
export function ComparisonNotice({ verdict: { before, outcome, reasons, changes }, isBelow }: Props) {
  return (
    <Notice kind="hint">
      <b>{OUTCOMES[outcome]}</b> against {visibleText(before)}
      {reasons.length > 0 && visibleText(`: ${reasons.join('; ')}`)}
      {!isBelow && changes.length > 0 && <ChangeList changes={changes} />}
    </Notice>
  );
}

import type { PageVerdict } from '@assay/schema';
import { Notice } from './notice.js';

const OUTCOMES: Readonly<Record<PageVerdict['outcome'], string>> = {
  compared: 'Compared',
  passed: 'Passed',
  failed: 'Failed',
  undecided: 'Undecided',
  'no-baseline': 'No baseline',
  inconclusive: 'Inconclusive',
};

/** What a report says of its run against what was before. */
export function ComparisonNotice({ before, outcome, reasons }: PageVerdict) {
  return (
    <Notice kind="hint">
      <b>{OUTCOMES[outcome]}</b> against {before}: {reasons.join('; ')}
    </Notice>
  );
}

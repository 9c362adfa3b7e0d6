import type { Comparison, ComparisonPair, MeanChange, PageChange, PageVerdict } from '@assay/schema';
import { changeWords, describeChange } from '../comparison/change/describe-change.js';
import { measureLines } from '../comparison/change/render-measures.js';
import { suiteTitles } from '../format/suite-titles.js';
import { pageComparedSlices } from './page-slices.js';

type Changed = ComparisonPair & { readonly change: MeanChange };
type Told = Pick<Comparison, 'pairs' | 'terms'>;

const changedOf = ({ pairs }: Told): readonly Changed[] => pairs.filter((pair): pair is Changed => pair.change !== null);

function verdictOf({ verdict }: MeanChange, finding: string): PageChange['verdict'] {
  if (verdict === 'worse') return 'worse';
  if (finding === 'better') return 'better';
  // Without a margin nothing has to be shown not to be worse: it is not what is said of it.
  return verdict === 'not_worse' && finding.startsWith('not worse') ? 'not_worse' : 'open';
}

/** How the means of a comparison changed, for the page. */
export function pageChanges(comparison: Told): readonly PageChange[] {
  const title = suiteTitles(comparison.pairs);
  return changedOf(comparison).map((pair): PageChange => {
    const { finding, moved, accepted, chance, outlook } = changeWords(pair.change, comparison.terms);
    return {
      suite: title(pair),
      targets: [pair.targetBefore, pair.target],
      verdict: verdictOf(pair.change, finding),
      finding,
      moved,
      notes: [chance, accepted, ...outlook].filter((note) => note !== ''),
      measures: measureLines(pair.measures),
    };
  });
}

/** The targets of a comparison, where they are two. */
function targetsOf({ pairs }: Comparison): PageVerdict['targets'] {
  const [first, ...others] = pairs;
  const isOne = first !== undefined && others.every(({ targetBefore, target }) => targetBefore === first.targetBefore && target === first.target);
  return isOne && first.targetBefore !== first.target ? [first.targetBefore, first.target] : undefined;
}

/** What the page of a report says of a comparison. */
export function pageVerdict(comparison: Comparison): PageVerdict {
  const { kind, before, outcome, reasons, notes = [], prompts, terms, slices } = comparison;
  const sentences = changedOf(comparison).map(({ change }) => describeChange(change, terms));
  const targets = kind === 'runs' ? targetsOf(comparison) : undefined;
  return {
    kind,
    before,
    outcome,
    reasons: [...reasons.filter((reason) => !sentences.some((sentence) => reason.endsWith(`: ${sentence}`))), ...notes],
    changes: pageChanges(comparison),
    ...(prompts?.before === undefined || prompts.now === undefined ? {} : { prompts: [prompts.before, prompts.now] as const }),
    ...(targets ? { targets } : {}),
    ...(slices ? { slices: slices.map(pageComparedSlices) } : {}),
  };
}

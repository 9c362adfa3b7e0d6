import { formatCount } from '@assay/reports';
import type { Diagnostic, Label, VerdictThresholds } from '@assay/schema';
import { contradiction } from './contradiction.js';
import type { PlacedLabel } from './label-files.js';

/** Findings of a kind that are listed with their places. */
const MOST = 5;

function found(labels: readonly PlacedLabel[], code: string, say: (one: PlacedLabel) => string, hint: string): readonly Diagnostic[] {
  const told = labels.slice(0, MOST).map((one): Diagnostic => ({ severity: 'warning', code, message: say(one), hint, location: { file: one.file, line: one.line, column: 1 } }));
  const more = labels.length - told.length;
  return more > 0 ? [...told, { severity: 'warning', code, message: `${formatCount(more, 'more label')} of this kind`, hint }] : told;
}

function saidOtherwiseFindings(labels: readonly PlacedLabel[]): readonly Diagnostic[] {
  const twice = saidOtherwise(labels);
  const earlierOf = new Map(twice.map(({ earlier, last }) => [last, earlier]));
  return found(
    twice.map(({ last }) => last),
    'label-said-otherwise',
    (one) => `case "${one.label.caseId}" on ${one.label.target} is a ${String(one.label.verdict)} here, and a ${String(earlierOf.get(one)?.label.verdict)} in line ${earlierOf.get(one)?.line ?? ''}: this line counts`,
    'where two people labelled, agree on one and remove the other line',
  );
}

/** The last word on each reply: what was said before counts no more. A skip is no word where there is one. */
function lastWords(labels: readonly PlacedLabel[]): readonly PlacedLabel[] {
  const last = new Map<string, PlacedLabel>();
  for (const one of labels) {
    const before = last.get(one.label.trialKey);
    if (one.label.skipped === true && before !== undefined && before.label.verdict !== null) continue;
    last.set(one.label.trialKey, one);
  }
  return [...last.values()];
}

interface SaidTwice {
  readonly earlier: PlacedLabel;
  readonly last: PlacedLabel;
}

/** Replies of which two lines say different verdicts, as two people may who label at once. What was taken back is no verdict, and who skips says nothing. */
function saidOtherwise(labels: readonly PlacedLabel[]): readonly SaidTwice[] {
  const before = new Map<string, PlacedLabel>();
  const found = new Map<string, SaidTwice>();
  for (const one of labels) {
    const { trialKey, verdict, skipped } = one.label;
    if (skipped === true) continue;
    const earlier = before.get(trialKey);
    found.delete(trialKey);
    if (earlier && verdict !== null && earlier.label.verdict !== null && earlier.label.verdict !== verdict) found.set(trialKey, { earlier, last: one });
    before.set(trialKey, one);
  }
  return [...found.values()];
}

/** What a reply is to, and whose it is. */
export type LabelledPlace = Pick<Label, 'suite' | 'caseId' | 'target' | 'repeat'>;

const placeText = ({ suite, caseId, target, repeat }: LabelledPlace): string => `repeat ${repeat} of case "${caseId}" of ${suite} on ${target}`;

export interface LabelledRun {
  /** What the reply with a key is to; undefined where the run has none. */
  readonly placeOf: (trialKey: string) => LabelledPlace | undefined;
  readonly verdicts: VerdictThresholds;
}

/** What people said of a run that does not fit it, as lines that were edited or merged by hand may not. */
export function labelFindings(labels: readonly PlacedLabel[], { placeOf, verdicts }: LabelledRun): readonly Diagnostic[] {
  const last = lastWords(labels);
  const isOfRun = (trialKey: string): boolean => placeOf(trialKey) !== undefined;
  const known = last.filter(({ label }) => isOfRun(label.trialKey));
  const elsewhere = ({ label }: PlacedLabel): string | undefined => {
    const place = placeOf(label.trialKey);
    const [said, is] = [placeText(label), place && placeText(place)];
    return is === undefined || said === is ? undefined : `this line says ${said}, and its trial_key is that of ${is}, for which it counts`;
  };
  const saysBoth = ({ label: { verdict, score } }: PlacedLabel): string | undefined => (verdict === null ? undefined : contradiction(verdict, score, verdicts));
  return [
    ...found(
      last.filter(({ label }) => !isOfRun(label.trialKey)),
      'label-of-no-reply',
      ({ label: { caseId, trialKey, runId } }) => `run ${runId} has no reply with the trial_key ${JSON.stringify(trialKey)} (case "${caseId}"): this label counts for nothing`,
      'put the key right as assay label RUN --json prints it, or remove the line; where the run went on with other cases it may stay',
    ),
    ...found(
      known.filter((one) => elsewhere(one) !== undefined),
      'label-of-another-reply',
      (one) => elsewhere(one) ?? '',
      'put the line right as assay label RUN --json prints the reply, or remove it and label the reply again',
    ),
    ...found(
      known.filter((one) => saysBoth(one) !== undefined),
      'label-says-two-things',
      (one) => `${saysBoth(one) ?? ''}. Rates take the verdict, and means the score`,
      'put one of the two right',
    ),
    ...saidOtherwiseFindings(labels.filter(({ label }) => isOfRun(label.trialKey))),
  ];
}

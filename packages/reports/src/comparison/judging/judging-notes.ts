import type { SuiteIdentity } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import { suiteTitles } from '../../format/suite-titles.js';
import { judgedApart, type SuiteJudges } from './judged-apart.js';
import type { JudgesOfRun } from './judges-of-run.js';

/** Suites that are named; the others are counted. */
const MOST_NAMED = 3;

/** A suite on a pair of targets, as run B knows it. */
interface JudgedGroup extends SuiteIdentity {
  readonly targetA: string;
  readonly targetB: string;
  readonly compared: number;
}

/** What one run knows of its judges. */
interface JudgedSide {
  /** The run's folder, as it is to be shown. */
  readonly location: string;
  readonly judges?: JudgesOfRun | undefined;
  readonly judgePromptVersion?: string | undefined;
}

/** Finds a suite of run B in run A. */
type FindInA = (suite: SuiteIdentity) => SuiteIdentity | undefined;

/** Who judged a suite of a comparison, on either side. */
function judgesOf(group: JudgedGroup, a: JudgedSide, b: JudgedSide, findInA: FindInA) {
  const before = findInA(group);
  const ofA = before && a.judges?.of(group.targetA, before);
  const ofB = b.judges?.of(group.targetB, group);
  return ofA && ofB ? ([ofA, ofB] as const) : undefined;
}

const isJudged = ({ first, panel }: SuiteJudges): boolean => first.length + panel.length > 0;

/** What is to be known of the judges of two runs before a difference of their scores is believed: that they are others, or were told something else. */
export function judgingNotes(groups: readonly JudgedGroup[], a: JudgedSide, b: JudgedSide, findInA: FindInA): readonly string[] {
  const title = suiteTitles(groups);
  const [nameA, nameB] = a.location === b.location ? ['A', 'B'] : [a.location, b.location];
  const suites = new Map<string, string[]>();
  let areBothJudged = false;
  for (const group of groups) {
    const judges = group.compared > 0 ? judgesOf(group, a, b, findInA) : undefined;
    if (!judges) continue;
    areBothJudged ||= judges.every(isJudged);
    const apart = judgedApart(...judges);
    if (!apart) continue;
    const words = `judged by ${apart.a} in ${nameA}, and by ${apart.b} in ${nameB}: a difference may be one between the judges, and not between the replies`;
    suites.set(words, [...new Set([...(suites.get(words) ?? []), title(group)])]);
  }
  const notes = [...suites].map(([words, titles]) => {
    const more = titles.length > MOST_NAMED ? `, … ${formatCount(titles.length - MOST_NAMED, 'more suite')}` : '';
    return `${titles.slice(0, MOST_NAMED).join(', ')}${more}: ${words}`;
  });
  const [told, tells] = [a.judgePromptVersion, b.judgePromptVersion];
  if (!areBothJudged || told === undefined || tells === undefined || told === tells) return notes;
  return [...notes, `judges were asked with prompts of version ${told} in ${nameA}, and of version ${tells} in ${nameB}: they may judge the same reply otherwise`];
}

import { createHash } from 'node:crypto';
import { openRun, reorderedCriteria } from '@assay/engine';
import { definitionFinder, referenceAnswer, suiteKey, UsageError, type EvalCase, type Suite } from '@assay/schema';
import { judgeNeeds } from '../runner/judges/judge-needs.js';
import type { Reading } from '../runner/reading/compose-reading.js';
import type { ProbedCase } from './make-probes.js';

export interface ProbedCasesOptions {
  readonly reading: Reading;
  readonly isWanted: ((evalCase: EvalCase) => boolean) | undefined;
  /** How many cases are drawn. */
  readonly count: number;
  readonly seed: number;
  /** Right answers of cases that name none: replies of a run, by suite and case. */
  readonly replies: ReadonlyMap<string, string>;
}

/** Where replies of a run are kept by: a suite and a case. */
const placeOf = ({ name, path }: Pick<Suite, 'name' | 'path'>, id: string): string => JSON.stringify([suiteKey({ suite: name, suitePath: path }), id]);

/** Replies of a run that passed, one for each case. */
export async function repliesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const { suite, suitePath, caseId, verdict, output } of (await openRun(folder)).rows()) {
    if (verdict === 'pass' && output && output.text !== '') found.set(placeOf({ name: suite, path: suitePath }, caseId), output.text);
  }
  return found;
}

interface Candidate {
  readonly suite: Suite;
  readonly id: string;
  readonly answer: string | undefined;
  readonly fromRun: boolean;
  readonly hasOtherOrder: boolean;
  readonly lot: string;
}

async function candidates({ reading, isWanted, count, seed, replies }: ProbedCasesOptions): Promise<readonly Candidate[]> {
  const find = definitionFinder(reading.definitions.evaluators);
  let found: Candidate[] = [];
  for (const file of reading.suites) {
    const suite = await reading.loadSuite(file);
    for await (const { evalCase } of suite.cases()) {
      if (isWanted && !isWanted(evalCase)) continue;
      // Who compares the replies of several targets scores none by itself.
      if (judgeNeeds(evalCase, find).every(({ comparing }) => comparing !== undefined)) continue;
      const { id, expectedMessages } = evalCase;
      const expected = referenceAnswer(expectedMessages);
      const answer = expected || replies.get(placeOf(suite, id));
      const lot = createHash('sha256').update(JSON.stringify([seed, suite.path, id])).digest('hex');
      found.push({ suite, id, answer, fromRun: !expected && answer !== undefined, hasOtherOrder: reorderedCriteria(evalCase.evaluators, find) !== undefined, lot });
    }
    // Cases with a right answer first: only they try a judge both ways.
    found = found.toSorted((a, b) => Number(a.answer === undefined) - Number(b.answer === undefined) || (a.lot < b.lot ? -1 : 1)).slice(0, count);
  }
  return found;
}

/** Cases with a right answer to the next one that has another. */
function withOthers(cases: readonly Omit<ProbedCase, 'other'>[]): readonly ProbedCase[] {
  const answers = cases.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
  return cases.map((one, index) => {
    const after = [...answers.slice(index + 1), ...answers.slice(0, index + 1)];
    return { ...one, other: after.find((text) => text !== one.answer) };
  });
}

/** Cases that have most of what replies are made of: a right answer and a wrong one, else a right one, else all. */
function fullest(cases: readonly ProbedCase[]): readonly ProbedCase[] {
  const withBoth = cases.filter(({ answer, other }) => answer !== undefined && other !== undefined);
  if (withBoth.length > 0) return withBoth;
  const withAnswer = cases.filter(({ answer }) => answer !== undefined);
  return withAnswer.length > 0 ? withAnswer : cases;
}

/**
 * Draws cases that judges score, with a right answer and a wrong one as far as there are any.
 * @throws UsageError when no judge scores anything.
 */
export async function probedCases(options: ProbedCasesOptions): Promise<{ readonly cases: readonly ProbedCase[]; readonly leftOut: number }> {
  const drawn = await candidates(options);
  if (drawn.length === 0) {
    throw new UsageError('no judge scores any of these cases', { hint: 'name files whose cases have an evaluator that has a judge score one reply, such as llm_judge or rubric' });
  }
  const all = withOthers(drawn.map(({ suite, id, answer, fromRun, hasOtherOrder }) => ({ id, suite: suite.path, answer, fromRun, hasOtherOrder })));
  const cases = fullest(all);
  return { cases, leftOut: all.length - cases.length };
}

/** A case that was drawn before: by its suite's path and its id, with its right answer where that is a reply of a run. */
export type DrawnCase = Pick<ProbedCase, 'suite' | 'id'> & { readonly answer?: string | undefined };

/** The cases that were drawn before, in their order, as their files are now; those that are not there any more are left out. */
export async function drawnAgain(drawn: readonly DrawnCase[], { suites, loadSuite, definitions }: Pick<Reading, 'suites' | 'loadSuite' | 'definitions'>): Promise<readonly ProbedCase[]> {
  const find = definitionFinder(definitions.evaluators);
  const found = new Map<string, Pick<ProbedCase, 'answer' | 'hasOtherOrder'>>();
  for (const file of suites) {
    const suite = await loadSuite(file);
    for await (const { evalCase: { id, expectedMessages, evaluators } } of suite.cases()) {
      found.set(JSON.stringify([suite.path, id]), { answer: referenceAnswer(expectedMessages) || undefined, hasOtherOrder: reorderedCriteria(evaluators, find) !== undefined });
    }
  }
  return withOthers(
    drawn.flatMap(({ suite, id, answer }) => {
      const now = found.get(JSON.stringify([suite, id]));
      return now ? [{ suite, id, answer: now.answer ?? answer, fromRun: answer !== undefined, hasOtherOrder: now.hasOtherOrder }] : [];
    }),
  );
}

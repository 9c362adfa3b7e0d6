import type { GeneratedRubric, RubricGenerator, RubricLine } from '@assay/judges';
import type { CaseEditor } from '@assay/loaders';
import { referenceAnswer, type EvalCase, type JsonObject, type LocatedCase } from '@assay/schema';

/** A case without a new rubric, and why. */
export interface LeftCase {
  readonly id: string;
  readonly reason: string;
}

/** What has to be done to a file. */
export interface RubricWork {
  readonly wanted: readonly LocatedCase[];
  /** Cases that are left as they are, because they need nothing or cannot be helped. */
  readonly skipped: readonly LeftCase[];
}

export interface FinishedRubric extends GeneratedRubric {
  readonly id: string;
}

/** Finds the cases that get a rubric: those with an expected outcome and no rubric of their own. */
export function planRubrics(cases: readonly LocatedCase[], editor: CaseEditor, force: boolean): RubricWork {
  const editable = new Map(editor.cases.map((found) => [found.id, found]));
  const wanted: LocatedCase[] = [];
  const skipped: LeftCase[] = [];
  for (const located of cases) {
    const { id, expectedOutcome } = located.evalCase;
    const found = editable.get(id);
    if (found?.hasRubric && !force) skipped.push({ id, reason: 'it has a rubric (--force replaces it)' });
    else if (expectedOutcome.trim() === '') skipped.push({ id, reason: 'it has no expected outcome' });
    else if (found?.fixed !== undefined) skipped.push({ id, reason: found.fixed });
    else wanted.push(located);
  }
  return { wanted, skipped };
}

async function generateOne(generator: RubricGenerator, evalCase: EvalCase, signal: AbortSignal): Promise<FinishedRubric> {
  const { id, expectedOutcome, inputMessages, expectedMessages } = evalCase;
  const request = { expectedOutcome, input: inputMessages, referenceAnswer: referenceAnswer(expectedMessages) };
  return { id, ...(await generator.generate(request, { signal })) };
}

export interface GenerateAllOptions {
  readonly generator: RubricGenerator;
  readonly cases: readonly LocatedCase[];
  readonly signal: AbortSignal;
  readonly onDone: (finished: FinishedRubric) => void;
}

/**
 * Asks for all rubrics; how many at once is up to whoever made the generator's provider. In the order of the cases.
 * @throws the signal's reason when it aborts.
 */
export async function generateAll(options: GenerateAllOptions): Promise<readonly FinishedRubric[]> {
  const { generator, cases, signal, onDone } = options;
  return Promise.all(
    cases.map(async ({ evalCase }) => {
      const finished = await generateOne(generator, evalCase, signal);
      onDone(finished);
      return finished;
    }),
  );
}

/** A line as it stands in a file. */
export function rubricEntry({ id, description, weight, required }: RubricLine): JsonObject {
  return { id, description, weight, ...(required ? { required } : {}) };
}

/** Code of the error of a rubric that the file cannot take. */
export const NO_PLACE = 'no_place';

/** A rubric that the file cannot take. It is paid for: the message has its lines. */
export function withoutPlace({ lines = [], ...one }: FinishedRubric): FinishedRubric {
  return {
    ...one,
    error: {
      code: NO_PLACE,
      message: `cases that are made of it (<<: *name) got no rubric, and would have its own, which is ${JSON.stringify(lines.map(rubricEntry))}`,
      hint: 'write it where it is wanted, or go on with the same command: it asks for what is missing',
    },
  };
}

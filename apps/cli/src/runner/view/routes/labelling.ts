import { verdictOf, type JsonObject, type PageLabelling } from '@assay/schema';
import * as v from 'valibot';
import { blindedRow } from '../../../labels/blinded-row.js';
import { labelOf } from '../../../labels/label-of.js';
import type { AskedDraw, LabelTask } from '../../../labels/label-task.js';
import { isStratum, STRATA } from '../../../labels/stratum-names.js';
import type { LabelDraws } from '../data/label-draws.js';
import { runOf } from '../data/run-of.js';
import { PageFailure } from '../http/page-failure.js';
import type { Route } from './route.js';
import type { PageContext } from '../page-context.js';

const PATH = /^\/api\/runs\/([^/]+)\/labelling$/u;
/** Longest note, in characters. */
const MOST_CHARACTERS = 10_000;

const WordSchema = v.pipe(
  v.strictObject({
    trial_key: v.string(),
    verdict: v.optional(v.picklist(['pass', 'borderline', 'fail'])),
    score: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    skipped: v.optional(v.literal(true)),
    undo: v.optional(v.literal(true)),
    note: v.optional(v.pipe(v.string(), v.maxLength(MOST_CHARACTERS)), ''),
  }),
  v.check(({ verdict, score, skipped, undo }) => [verdict, score, skipped, undo].filter((said) => said !== undefined).length === 1, 'say one of verdict, score, skipped and undo'),
);

type Word = v.InferOutput<typeof WordSchema>;

function drawsOf({ draws }: PageContext): LabelDraws {
  if (draws) return draws;
  throw new PageFailure(409, 'replies cannot be labelled here', 'labels are kept in the project, which is shown as untrusted');
}

function countOf(query: URLSearchParams, name: string, least: number): number | undefined {
  const written = query.get(name);
  if (written === null) return undefined;
  if (/^\d{1,9}$/u.test(written) && Number(written) >= least) return Number(written);
  throw new PageFailure(400, `${name} is a whole number from ${least}`);
}

function strataOf(query: URLSearchParams): readonly string[] | undefined {
  const written = query.get('stratify');
  if (written === null) return undefined;
  const names = written.split(',').filter((name) => name !== '');
  if (!names.every(isStratum)) throw new PageFailure(400, `stratify is one of ${STRATA}; several of them have commas between them`);
  return names;
}

function askedDraw(query: URLSearchParams): AskedDraw {
  return { sample: countOf(query, 'sample', 1), stratify: strataOf(query), seed: countOf(query, 'seed', 0) };
}

/** How far it is. @param first the reply that is to be judged next, whatever is left */
async function standing(task: LabelTask, first?: string): Promise<PageLabelling> {
  const { left, said } = await task.leftNow();
  const next = first ?? left[0]?.trialKey;
  return { replies: task.replies, drawn: task.drawn.length, left: left.length, by: task.by, fixed: said, next: next === undefined ? null : blindedRow(await task.rowOf(next)) };
}

function readWord(body: JsonObject): Word {
  const result = v.safeParse(WordSchema, body);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new PageFailure(400, `${v.getDotPath(issue) ?? 'the body'}: ${issue.message}`, 'send {"trial_key": "…", "verdict": "pass", "note": ""}, with verdict pass, borderline or fail, or a score from 0 to 1, or skipped: true, or undo: true');
}

/** What is to be labelled of a run, drawn as the command draws it. */
export const labelling: Route = {
  method: 'GET',
  path: PATH,
  async handle({ context, parts: [id], query }, answer) {
    const draws = drawsOf(context);
    const asked = askedDraw(query);
    answer.json(await standing(await draws.draw(await runOf(context, id), asked)));
  },
};

/** Appends a word on a reply that was drawn, with how it was drawn. */
export const addDrawnLabel: Route = {
  method: 'POST',
  path: PATH,
  async handle({ context, parts: [id], body }, answer) {
    const draws = drawsOf(context);
    const run = await runOf(context, id);
    const { trial_key: trialKey, verdict, score, skipped, undo, note } = readWord(await body());
    const task = await draws.of(run);
    const item = task.drawn.find((each) => each.trialKey === trialKey);
    if (!item) throw new PageFailure(409, 'this reply was not drawn', 'load the page again: somebody draws in another way');
    // Whoever labels beside this may have begun in another way.
    await task.leftNow();
    const said = verdict ?? (score === undefined ? null : verdictOf(score, task.verdicts));
    const at = new Date().toISOString();
    await task.files.append(labelOf(await task.rowOf(trialKey), item.draw, { verdict: said, score, note: undo ? '' : note, at, ...(skipped ? { skipped } : {}) }));
    answer.json(await standing(task, undo ? trialKey : undefined));
  },
};

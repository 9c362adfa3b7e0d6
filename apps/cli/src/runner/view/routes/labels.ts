import { openRun } from '@assay/engine';
import { DEFAULT_VERDICT_THRESHOLDS, StoreError, type JsonObject, type PageLabel, type ResultRow } from '@assay/schema';
import * as v from 'valibot';
import { contradiction } from '../../../labels/contradiction.js';
import { readableManifest } from '../../../runs/readable-manifest.js';
import { runOf } from '../data/run-of.js';
import { PageFailure } from '../http/page-failure.js';
import type { Route } from './route.js';
import type { PageContext } from '../page-context.js';

const PATH = /^\/api\/runs\/([^/]+)\/labels$/u;
/** Longest note, in characters. */
const MOST_CHARACTERS = 10_000;

const BodySchema = v.strictObject({
  position: v.pipe(v.number(), v.integer(), v.minValue(0)),
  verdict: v.nullable(v.picklist(['pass', 'borderline', 'fail'])),
  score: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  note: v.optional(v.pipe(v.string(), v.maxLength(MOST_CHARACTERS)), ''),
});

function labelsOf({ labels }: PageContext): NonNullable<PageContext['labels']> {
  if (labels) return labels;
  throw new PageFailure(409, 'replies cannot be labelled here', 'labels are kept in the project, which is shown as untrusted');
}

function readLabel(body: JsonObject): v.InferOutput<typeof BodySchema> {
  const result = v.safeParse(BodySchema, body);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new PageFailure(400, `${v.getDotPath(issue) ?? 'the body'}: ${issue.message}`, 'send {"position": 3, "verdict": "pass", "note": ""}; verdicts: pass, borderline, fail or null');
}

/** The id of a run is what its rows say; a folder may have another name. */
async function runIdOf(folder: string): Promise<string | undefined> {
  try {
    const reader = await openRun(folder);
    return (await reader.manifest()).runId;
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

function keysOf({ runId, trialKey, suite, suitePath, caseId, target, variant, repeat }: ResultRow) {
  return { runId, trialKey, suite, suitePath, caseId, target, variant: variant.label, repeat };
}

/** What people said of the replies of a run. */
export const labels: Route = {
  method: 'GET',
  path: PATH,
  async handle({ context, parts: [id] }, answer) {
    const run = await runOf(context, id);
    const runId = await runIdOf(run.folder);
    if (context.labels === undefined || runId === undefined) return answer.json([]);
    const found = await context.labels.ofRun(runId);
    const positions = await context.runs.places(run).find(new Set(found.map(({ trialKey }) => trialKey)));
    const shown = found.flatMap(({ trialKey, verdict, score, note, at, skipped }): readonly PageLabel[] => {
      const position = positions.get(trialKey);
      return position === undefined || skipped === true ? [] : [{ position, verdict, ...(score === undefined ? {} : { score }), note, at }];
    });
    answer.json(shown);
  },
};

/** Appends a person's word on a reply. */
export const addLabel: Route = {
  method: 'POST',
  path: PATH,
  async handle({ context, parts: [id], body }, answer) {
    const files = labelsOf(context);
    const run = await runOf(context, id);
    const { position, verdict, score, note } = readLabel(await body());
    const stored = await context.runs.places(run).at(position);
    if (!stored) throw new PageFailure(404, `run ${run.id} has no row ${position}`);
    const torn = contradiction(verdict, score, (await readableManifest(await openRun(run.folder)))?.verdicts ?? DEFAULT_VERDICT_THRESHOLDS);
    if (torn !== undefined) throw new PageFailure(400, torn, 'leave out the score, or put one of the two right');
    const at = new Date().toISOString();
    await files.append({ ...keysOf(stored.row), verdict, score, note, at });
    answer.json({ position, verdict, ...(score === undefined ? {} : { score }), note, at } satisfies PageLabel);
  },
};

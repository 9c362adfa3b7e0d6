import { isDeepStrictEqual } from 'node:util';
import type { ResultRow, RunSummary } from '@assay/schema';
import { expect } from 'vitest';
import { evaluate } from '../../../src/index.js';
import { askedTogether, type WhenDone } from '../asked-together.js';
import { onlyPrompt, outputLines, startJudge, targetLine, type Opinions, type Replies, type Scored } from './blueprints.js';
import { createWorkspace } from './workspace.js';

/** A blueprint, replies to its prompts, and what a judge makes of them. */
interface Request {
  readonly blueprint: string;
  readonly replies: Replies;
  readonly opinions: Opinions;
}

/** Whether a judge with these opinions has none on what it is to judge in the other blueprint. */
function leavesAlone({ opinions }: Request, { blueprint, replies }: Request): boolean {
  const judged = `${blueprint}\n${JSON.stringify(replies)}`;
  return Object.keys(opinions).every((words) => !judged.includes(words));
}

/** Whether one judge can judge both, and refuse in each what it would refuse in that one alone. */
function mayShareJudge(one: Request, other: Request): boolean {
  return isDeepStrictEqual(one.opinions, other.opinions) || (leavesAlone(one, other) && leavesAlone(other, one));
}

/** The same replies as those of a suite with this name. */
function ofSuite(suite: string, replies: Replies): Replies {
  return Object.fromEntries(Object.entries(replies).map(([id, reply]) => [id, { suite, ...(typeof reply === 'string' ? { text: reply } : reply) }]));
}

/** What a run says of a blueprint. */
interface Result {
  readonly rows: readonly ResultRow[];
  readonly groups: RunSummary['groups'];
}

/** The result of each, by a run in which each blueprint is a suite. */
async function scoreAll(requests: readonly Request[], whenDone: WhenDone): Promise<readonly Result[]> {
  const suites = requests.map((request, index) => ({ ...request, name: `blueprint-${index}`, file: `blueprint-${index}.yml` }));
  const judge = await startJudge(Object.assign({}, ...requests.map(({ opinions }) => opinions)) as Opinions, whenDone);
  const files = {
    ...Object.fromEntries(suites.map(({ file, blueprint }) => [file, blueprint])),
    'out.jsonl': suites.map(({ name, replies }) => outputLines(ofSuite(name, replies))).join(''),
    '.assay/targets.yaml': `targets:\n${targetLine('judge', judge.url)}`,
  };
  const workspace = await createWorkspace(files, whenDone);
  const { summary } = await evaluate({ files: suites.map(({ file }) => file), cwd: workspace.folder, env: {}, outputs: 'out.jsonl', judges: ['judge'], maxRetries: 0 });
  const rows = await workspace.rows();
  return suites.map(({ name }) => ({ rows: rows.filter(({ suite }) => suite === name), groups: summary.groups.filter(({ suite }) => suite === name) }));
}

const resultOf = askedTogether(scoreAll, mayShareJudge);

/** What `scoreReplies` gives of rows and groups, by a run that is shared with those who ask at the same time. */
export async function scoreTogether(blueprint: string, replies: Replies, opinions: Opinions = {}): Promise<Result & Pick<Scored, 'row'>> {
  const { rows, groups } = await resultOf({ blueprint, replies, opinions });
  return { rows, groups, row: (id) => rows.find(({ caseId }) => caseId === id) ?? expect.fail(`there is no row of "${id}"`) };
}

/** The row of one reply to a prompt with these fields. */
export async function rowOf(fields: string, reply: Replies[string], opinions?: Opinions, header?: string): Promise<ResultRow> {
  return (await scoreTogether(onlyPrompt(fields, header), { only: reply }, opinions)).row('only');
}

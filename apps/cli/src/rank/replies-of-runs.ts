import { openRun } from '@assay/engine';
import { canonicalHash, withFileParts, type Message, type ResultRow, type UnansweredTrials } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';
import { lostRowsNote } from '../runs/lost-rows-note.js';
import { readableManifest } from '../runs/readable-manifest.js';

/** A reply to a case, by whom. */
export interface RankedReply {
  /** Name of the member: the target, with the variant and the run where these tell replies apart. */
  readonly member: string;
  readonly row: ResultRow & { readonly output: NonNullable<ResultRow['output']> };
}

/** The replies to one case, in one repeat, that are to be compared. */
export interface RankedCase {
  /** The same for all repeats. */
  readonly name: string;
  readonly replies: readonly RankedReply[];
}

export interface RepliesOfRuns {
  /** Ids of the runs, in their order. */
  readonly runIds: readonly string[];
  readonly cases: readonly RankedCase[];
  /** Rows without a reply, or with an empty one, by name of the member; sorted. */
  readonly unanswered: readonly UnansweredTrials[];
  /** Replies to a case that other runs asked otherwise: they are compared with those to the same question alone. */
  readonly otherwise: number;
}

type Answered = RankedReply['row'];

function isAnswered(row: ResultRow): row is Answered {
  const { output } = row;
  return output !== null && (output.text.trim() !== '' || output.toolCalls.length > 0);
}

function memberOf({ target, variant }: ResultRow, run: string | undefined): string {
  return `${target}${variant.label === '' ? '' : ` [${variant.label}]`}${run === undefined ? '' : ` (${run})`}`;
}

/** Names that more than one run has: these need the run to tell them apart. */
function sharedNames(runs: readonly { readonly rows: readonly ResultRow[] }[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { rows } of runs) {
    for (const name of new Set(rows.map((row) => memberOf(row, undefined)))) {
      if (seen.has(name)) shared.add(name);
      seen.add(name);
    }
  }
  return shared;
}

async function rowsOf(folder: string, cwd: string): Promise<{ readonly runId: string; readonly rows: readonly ResultRow[] }> {
  const reader = await openRun(folder);
  const rows = new Map<string, ResultRow>();
  for await (const row of reader.rows()) rows.set(row.trialKey, row);
  const manifest = await readableManifest(reader);
  lostRowsNote({ location: displayFolder(cwd, folder), manifest, not: 'ranked' })(rows.size);
  return { runId: manifest?.runId ?? folder, rows: [...rows.values()] };
}

/** What was asked. Rows of older runs do not tell what files held that are no texts. */
function questionOf({ input }: ResultRow): readonly Message[] {
  return withFileParts(input, (part) => {
    const { digest: _, ...rest } = part;
    return rest;
  });
}

/**
 * The replies of runs by case and repeat, those to the same question together. Says of a run that has lost rows that it has.
 * @param cwd that folders are shown from
 * @throws StoreError for a folder that cannot be read
 */
export async function repliesOfRuns(folders: readonly string[], cwd: string): Promise<RepliesOfRuns> {
  const runs = await Promise.all(folders.map((folder) => rowsOf(folder, cwd)));
  const shared = sharedNames(runs);
  const asked = new Map<string, Map<string, RankedReply[]>>();
  const unanswered = new Map<string, number>();
  for (const { runId, rows } of runs) {
    for (const row of rows) {
      const name = memberOf(row, undefined);
      const member = shared.has(name) ? memberOf(row, runId) : name;
      if (!isAnswered(row)) {
        unanswered.set(member, (unanswered.get(member) ?? 0) + 1);
        continue;
      }
      const of = JSON.stringify([row.suitePath, row.suite, row.caseId, row.repeat]);
      const question = canonicalHash({ input: questionOf(row), outcome: row.expectedOutcome ?? null, reference: row.reference ?? null });
      const questions = asked.get(of) ?? new Map<string, RankedReply[]>();
      asked.set(of, questions);
      questions.set(question, [...(questions.get(question) ?? []), { member, row }]);
    }
  }
  const cases = [...asked].flatMap(([of, questions]) => [...questions.values()].map((replies): RankedCase => ({ name: JSON.stringify(JSON.parse(of).slice(0, 3)), replies })));
  const otherwise = [...asked.values()].filter(({ size }) => size > 1).reduce((sum, questions) => sum + [...questions.values()].flat().length, 0);
  const sorted = [...unanswered].map(([name, trials]) => ({ name, trials })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { runIds: runs.map(({ runId }) => runId), cases: cases.filter(({ replies }) => new Set(replies.map(({ member }) => member)).size > 1), unanswered: sorted, otherwise };
}

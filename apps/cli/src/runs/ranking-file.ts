import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeKeptRanking } from '@assay/reports';
import { isError, type KeptRanking } from '@assay/schema';
import * as v from 'valibot';
import { replaceFile } from '../files/replace-file.js';

/** The ranking that was found last, beside the rows of a run. */
const FILE = 'ranking.json';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const end = v.nullable(v.number());

const RankingFileSchema = v.object({
  schema_version: v.literal(1),
  ranked_at: v.string(),
  runs: v.array(v.string()),
  criterion: v.string(),
  judges: v.array(v.string()),
  groups: v.array(
    v.object({
      tie_rate: v.number(),
      members: v.array(
        v.object({ name: v.string(), strength: v.number(), low: end, high: end, open_below: v.boolean(), open_above: v.boolean(), wins: count, losses: count, ties: count }),
      ),
    }),
  ),
  pairs: v.object({ compared: count, lost: count, equal: count }),
  cases: count,
  unanswered: v.optional(v.array(v.object({ name: v.string(), trials: count })), []),
  absent_judges: v.optional(v.array(v.object({ judge: v.string(), pairs: count })), []),
  position_bias: v.array(v.object({ judge: v.string(), pairs: count, first: count, second: count, led: v.optional(v.object({ rate: share, low: share, high: share, cases: count })) })),
});

function decode(file: v.InferOutput<typeof RankingFileSchema>): KeptRanking {
  const { ranked_at: at, runs, criterion, judges, groups, pairs, cases, unanswered, absent_judges: absent, position_bias: bias } = file;
  return {
    at,
    runs,
    criterion,
    judges,
    groups: groups.map(({ tie_rate: tieRate, members }) => ({
      tieRate,
      members: members.map(({ open_below: openBelow, open_above: openAbove, ...member }) => ({ ...member, openBelow, openAbove })),
    })),
    pairs: pairs.compared,
    lost: pairs.lost,
    equal: pairs.equal,
    cases,
    ...(unanswered.length === 0 ? {} : { unanswered }),
    ...(absent.length === 0 ? {} : { absent }),
    bias,
  };
}

/** Keeps a ranking in the folder of a run, in place of the one before. @param shown the folder as it is to be named */
export async function keepRanking(folder: string, shown: string, ranking: KeptRanking): Promise<void> {
  await replaceFile(join(folder, FILE), `${shown}/${FILE}`, `${JSON.stringify(encodeKeptRanking(ranking), null, 2)}\n`, { hint: 'make the folder of the run writable' });
}

/** What was found last of a run; undefined where it was never ranked, and a problem in words where the file cannot be used. */
export async function readRanking(folder: string, shown: string): Promise<KeptRanking | { readonly problem: string } | undefined> {
  const problem = (why: string) => ({ problem: `${shown}/${FILE}: ${why}; assay rank writes it again` });
  let text: string;
  try {
    text = await readFile(join(folder, FILE), 'utf8');
  } catch (error) {
    return isError(error) && 'code' in error && error.code === 'ENOENT' ? undefined : problem('it cannot be read');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem('this is no JSON');
  }
  const result = v.safeParse(RankingFileSchema, value);
  if (result.success) return decode(result.output);
  const [issue] = result.issues;
  return problem(`${v.getDotPath(issue) ?? 'it'}: ${issue.message}`);
}

import { verdictOf, type PanelVotes, type VerdictThresholds } from '@assay/schema';
import { effectiveVotes, type VotedItem } from '@assay/statistics';
import type { JudgedRow } from './judge-votes.js';
import { LEVEL } from './labelled-figures.js';
import type { LabelledReply } from './labelled-reply.js';

/** With fewer labelled cases the correlation of errors is hardly known. */
const LEAST_CASES = 30;
const SEED = 15;

/** The judges of the panel that gave a verdict on any of the replies, each with its verdict on one. */
function panelOf(items: readonly LabelledReply[]): readonly string[] {
  return [...new Set(items.flatMap(({ judges }) => judges.filter(({ apart }) => !apart).map(({ id }) => id)))].toSorted();
}

function votedItem(item: LabelledReply, judges: readonly string[], verdicts: VerdictThresholds): VotedItem | undefined {
  const votes = judges.map((id) => item.judges.find((vote) => vote.id === id)).filter((vote): vote is JudgedRow => vote !== undefined);
  if (votes.length < judges.length) return undefined;
  const wrong = votes.map(({ score }) => (verdictOf(score, verdicts) === 'pass') !== item.truePass);
  return { cluster: item.cluster, weight: 1 / (item.chance ?? 1), wrong };
}

/** Why nothing can be said; undefined when something can. */
function silence(items: readonly VotedItem[], judges: readonly string[]): string | undefined {
  const cases = new Set(items.map(({ cluster }) => cluster)).size;
  if (cases < LEAST_CASES) return `${cases} labelled cases have a verdict of all ${judges.length} judges, and ${LEAST_CASES} are needed`;
  const constant = judges.filter((_, at) => new Set(items.map(({ wrong }) => wrong[at])).size === 1);
  if (constant.length === 0) return undefined;
  const [first] = constant;
  const always = items[0]?.wrong[judges.indexOf(first ?? '')] === true;
  return `${constant.join(', ')} ${always ? 'always' : 'never'} erred on these replies, so that it does not show whether errors come together`;
}

/** As how many judges those of a panel count, by where they are wrong. */
export function panelVotes(items: readonly LabelledReply[], verdicts: VerdictThresholds): PanelVotes | undefined {
  const judges = panelOf(items);
  if (judges.length < 2) return undefined;
  const voted = items.flatMap((item) => votedItem(item, judges, verdicts) ?? []);
  const open = { value: null, low: 1, high: judges.length, labels: voted.length };
  const reason = silence(voted, judges);
  if (reason !== undefined) return { judges, votes: open, correlation: null, reason };
  const { votes, correlation, interval } = effectiveVotes(voted, { level: LEVEL, seed: SEED });
  return { judges, votes: { ...open, value: votes, ...interval }, ...(votes === null ? {} : { approximate: true as const }), correlation };
}

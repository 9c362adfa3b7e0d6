import { isJsonObject, NOTHING_TO_COMPARE, type ErrorInfo, type EvaluationScore, type ResultRow, type Trial } from '@assay/schema';

interface Member {
  readonly trial: Trial;
  readonly row: ResultRow;
}

/** What a reply is called beside others: its target with the variant, where one is varied. */
export function comparedName(target: string, variant: Pick<Trial['variant'], 'label'>): string {
  return variant.label === '' ? target : `${target} [${variant.label}]`;
}

function nameOf({ target, variant }: Trial): string {
  return comparedName(target.name, variant);
}

/** A score whose details name the replies that it came from comparing with. */
export function comparedWith(score: EvaluationScore, own: Trial, members: readonly Member[]): EvaluationScore {
  const { details } = score;
  const others = members.filter(({ trial }) => trial !== own).map(({ trial }) => nameOf(trial));
  const given = details === undefined ? {} : isJsonObject(details) ? details : { details };
  return { ...score, details: { ...given, compared_with: others } };
}

/** Why a reply without another one beside it has no score. */
export function nothingToCompare(group: readonly Member[], own: Trial): ErrorInfo {
  const others = group.filter(({ trial }) => trial !== own);
  if (others.length === 0) {
    return {
      code: NOTHING_TO_COMPARE,
      message: `there is nothing to compare with: "${nameOf(own)}" is the only target of the case`,
      hint: 'name several targets, or leave the evaluator out',
    };
  }
  const why = others.map(({ trial, row }) => `${nameOf(trial)} (${row.error?.message ?? 'no reply'})`);
  return { code: NOTHING_TO_COMPARE, message: `there is nothing to compare with, since no other target has a usable reply: ${why.join('; ')}` };
}

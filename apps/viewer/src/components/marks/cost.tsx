import { formatKnownCost } from '../../figures/format.js';

interface Props {
  /** US dollars; undefined when no price is known. */
  readonly usd: number | undefined;
  /** Whether it is a lower bound. */
  readonly incomplete: boolean;
}

/** What something took. A lower bound of nothing is not known. */
export function Cost({ usd, incomplete }: Props) {
  return incomplete ? <span title="a price is missing for some replies">{formatKnownCost(usd, incomplete)}</span> : <>{formatKnownCost(usd, incomplete)}</>;
}

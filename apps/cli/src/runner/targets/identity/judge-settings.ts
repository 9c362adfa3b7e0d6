import { canonicalHash, isSecretKey, type JsonObject } from '@assay/schema';

/** Digits that tell settings of judges apart. */
const DIGITS = 12;

/** Options that say how a reply is fetched and who pays for it, which changes none. */
const OF_NO_ANSWER: ReadonlySet<string> = new Set(['stream', 'organization']);

/**
 * A digest of what a judge's target says beside provider and model, as far as that changes its verdicts: options (`top_p`, `max_tokens`, effort of
 * reasoning), system prompt, address. Undefined where it says nothing. What a recording holds is no setting: other replies need other lines.
 * @param identity what the target stands for.
 */
export function judgeSettings({ provider: _provider, model: _model, contents: _contents, options, ...rest }: JsonObject): string | undefined {
  const kept = Object.entries(options as JsonObject).filter(([name]) => !isSecretKey(name) && !OF_NO_ANSWER.has(name));
  const said: JsonObject = { ...rest, ...(kept.length === 0 ? {} : { options: Object.fromEntries(kept) }) };
  return Object.keys(said).length === 0 ? undefined : canonicalHash(said).slice(0, DIGITS);
}

import type { ProviderEnvironment, ResolvedTarget } from '@assay/schema';
import { hostOf } from '../http/connection/target-address.js';
import { replyBounds } from '../reply-size/reply-bounds.js';
import { completeUrl } from './chat-address.js';

interface Addressed<TOptions, TKey> {
  readonly target: ResolvedTarget<TOptions>;
  readonly provider: string;
  readonly model: string;
  readonly address: Parameters<typeof completeUrl>[0];
  /** What is known of the key but for the key. */
  readonly key: TKey;
  readonly environment: ProviderEnvironment;
}

/** What of a connection follows from the address that a target names. */
export function addressedTarget<TOptions extends { readonly headers?: Readonly<Record<string, string>> | undefined }, TKey extends object>({
  target,
  provider,
  model,
  address,
  key,
  environment,
}: Addressed<TOptions, TKey>) {
  return {
    context: { target: target.name, provider, model, host: hostOf(address.baseUrl), ...key },
    place: { url: completeUrl(address), headers: target.options.headers },
    options: target.options,
    environment,
    replies: replyBounds(target, environment),
    path: address.path,
  };
}

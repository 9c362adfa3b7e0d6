import type { ProviderEnvironment } from '@assay/schema';
import type { KeyHosts } from '../http/keys/api-key.js';

/** Variables that may hold a token of the hub, the usual one first. */
export const HUB_KEYS = ['HF_TOKEN', 'HUGGING_FACE_HUB_TOKEN'] as const;

export const HUB = 'https://huggingface.co/';
const HUB_URL = 'HF_ENDPOINT';

/** Where tokens of the environment may go: the hub with its inference API, or the hub that a variable names. */
export function hubHosts({ env }: ProviderEnvironment): KeyHosts {
  return {
    own: [HUB, 'https://router.huggingface.co', 'https://api-inference.huggingface.co'],
    base: { variable: HUB_URL, url: env[HUB_URL] },
  };
}

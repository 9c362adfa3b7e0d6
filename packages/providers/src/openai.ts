import { defineProvider } from '@assay/schema';
import * as v from 'valibot';
import { chatAddress } from './chat-completions/chat-address.js';
import { chatEntries } from './chat-completions/chat-options.js';
import { createChatProvider } from './chat-completions/chat-provider.js';
import { openAiClient } from './chat-completions/openai-client.js';
import { limitNameOf, samplingIsFixed } from './chat-completions/reasoning-models.js';
import { requireApiKey, secretsOf } from './http/api-key.js';
import { described } from './http/option-entries.js';
import { hostOf, requireModel } from './http/target-address.js';

const ENDPOINT = 'https://api.openai.com/v1';
const KEY = 'OPENAI_API_KEY';

/** Models of OpenAI, through the chat completions API. */
export const provider = defineProvider({
  name: 'openai',
  description: 'Models of OpenAI, and proxies that stand in for its API.',
  options: v.object({
    ...chatEntries,
    organization: described(v.string(), 'Organization that the requests are counted for. Default: OPENAI_ORG_ID.'),
  }),
  examples: [
    {
      title: 'Repeatable, short replies',
      value: { name: 'fast', provider: 'openai', model: 'gpt-4o-mini', temperature: 0, max_tokens: 256, seed: 7 },
    },
    {
      title: 'A reasoning model behind a proxy',
      value: {
        name: 'thinker',
        provider: 'openai',
        model: 'gpt-5-mini',
        endpoint: 'https://proxy.example.com/v1',
        reasoning_effort: 'low',
      },
    },
  ],
  create(target, environment) {
    const { options } = target;
    const model = requireModel(target.model, target);
    const fallback = environment.env['OPENAI_BASE_URL']?.trim() || ENDPOINT;
    const address = chatAddress(options, fallback, target) ?? { baseUrl: ENDPOINT, path: '/chat/completions' };
    const apiKey = requireApiKey(
      {
        target: target.name,
        provider: 'openai',
        written: options.api_key,
        variables: [KEY],
        headers: options.headers,
        url: options.url,
      },
      environment,
    );
    // Like the key, it is never sent to a URL of the target's own.
    const usualOrganization = options.url === undefined ? environment.env['OPENAI_ORG_ID'] : undefined;
    return createChatProvider({
      context: {
        target: target.name,
        provider: 'openai',
        model,
        host: hostOf(address.baseUrl),
        keyVariable: KEY,
        secrets: secretsOf(apiKey, options.headers),
      },
      options,
      environment,
      traits: {
        limitName: limitNameOf(model),
        seedName: 'seed',
        streamUsage: true,
        fixedSampling: samplingIsFixed(model, options.reasoning_effort),
      },
      path: address.path,
      structuredOutput: options.format !== 'completions',
      pricedAs: ['openai'],
      connect: (fetch) =>
        openAiClient({
          baseUrl: address.baseUrl,
          apiKey,
          organization: options.organization ?? usualOrganization,
          headers: options.headers ?? {},
          fetch,
        }),
    });
  },
});

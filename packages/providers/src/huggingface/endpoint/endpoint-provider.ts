import {
  transcriptText,
  type Embedder,
  type GenerateRequest,
  type Provider,
  type ProviderEnvironment,
  type ResolvedTarget,
} from '@assay/schema';
import { createConnection, type ConnectionOptions } from '../../http/connection/api-connection.js';
import type { CallContext } from '../../http/errors/api-error.js';
import { apiError } from '../../http/errors/api-error.js';
import { findApiKey } from '../../http/keys/api-key.js';
import { createApiProvider } from '../../http/api-provider.js';
import { sentIdentity } from '../../http/request-identity.js';
import { overruledTemperature } from '../../http/parameters/overruled-temperature.js';
import { promptMessages } from '../../conversation/prompt-messages.js';
import { checkEndpoint, hostOf, requireModel } from '../../http/connection/target-address.js';
import { pricingOf, replyLimit } from '../../prices/pricing-of.js';
import { replyBounds } from '../../reply-size/reply-bounds.js';
import { endpointClient, type EndpointClient } from './endpoint-client.js';
import { classificationReply, embeddingReply, generationReply } from './endpoint-reply.js';
import { HUB_KEYS, hubHosts } from '../hub-hosts.js';
import type { HuggingFaceOptions, Task } from '../huggingface-options.js';
import { notTextFor, plainInput } from '../plain-input.js';


type Fields = Readonly<Record<string, unknown>>;
type Target = ResolvedTarget<HuggingFaceOptions>;

/** True if a target's model runs somewhere else. */
export function hasEndpoint(options: HuggingFaceOptions): boolean {
  return options.endpoint !== undefined || options.url !== undefined;
}

/** The place of all models, which ends there or has a query behind it. */
const ALL_MODELS = /^([^?#]*\/models)\/?(?=\?|$)/u;

function addressOf(target: Target): string {
  const { options } = target;
  const base = checkEndpoint(options.url ?? options.endpoint ?? '', target);
  if (options.url !== undefined) return base;
  return base.replace(ALL_MODELS, (_, place: string) => `${place}/${requireModel(target.model, target)}`);
}

function connectionOf(target: Target, environment: ProviderEnvironment): ConnectionOptions<EndpointClient> {
  const { options } = target;
  const url = addressOf(target);
  const { headers = {} } = options;
  const { apiKey, ...key } = findApiKey(
    {
      ...hubHosts(environment),
      target: target.name,
      provider: 'huggingface',
      written: options.api_key,
      variables: HUB_KEYS,
      options,
      address: url,
    },
    environment,
  );
  const context: CallContext = {
    target: target.name,
    provider: 'huggingface',
    model: target.model ?? hostOf(url),
    host: hostOf(url),
    ...key,
  };
  return {
    context,
    place: { url, headers, reading: { task: options.task_type ?? null, names: options.label_names ?? null } },
    env: environment.env,
    replies: replyBounds(target, environment),
    connect: async (fetch) => endpointClient({ url, apiKey, headers, context, fetch }),
  };
}

/** Settings of text-generation. A temperature of 0 is refused by servers: it means not to sample. */
function writingParameters(request: GenerateRequest, options: HuggingFaceOptions): Fields {
  const temperature = request.temperature ?? options.temperature;
  return {
    return_full_text: false,
    max_new_tokens: request.maxTokens ?? options.max_tokens,
    seed: request.seed ?? options.seed,
    ...(temperature === undefined ? {} : { do_sample: temperature > 0 }),
    ...(temperature ? { temperature } : {}),
  };
}

function bodyOf(inputs: unknown, parameters: Fields, options: HuggingFaceOptions): Fields {
  const all = Object.entries({ ...parameters, ...options.parameters });
  const given = all.filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0 ? { inputs } : { inputs, parameters: Object.fromEntries(given) };
}

function requestBody(request: GenerateRequest, options: HuggingFaceOptions, task: Task): Fields {
  if (task === 'text-generation') {
    const prompt = transcriptText(promptMessages(request.messages, options.system_prompt));
    return bodyOf(prompt, writingParameters(request, options), options);
  }
  const { labels, hypothesis_template } = options;
  return bodyOf(plainInput(request), { candidate_labels: labels, hypothesis_template }, options);
}

/** A target whose model runs behind an inference endpoint. */
export function createEndpointProvider(target: Target, task: Task, environment: ProviderEnvironment): Provider {
  const { options } = target;
  const connection = connectionOf(target, environment);
  const { context } = connection;
  return createApiProvider({
    ...connection,
    format: {
      structuredOutput: false,
      systemPrompt: task === 'text-generation' ? options.system_prompt : undefined,
      // An endpoint that is paid by the hour has a price of 0, which settings say.
      pricing: pricingOf({ providers: ['huggingface'], model: context.model, maxTokens: task === 'text-generation' ? replyLimit(options) : 0 }, environment.prices),
      async prepare(request) {
        if (task === 'feature-extraction') {
          throw apiError('an endpoint for feature-extraction turns texts into vectors and answers nothing', context, {
            kind: 'bad_request',
            hint: 'use it as an embedder, or set task_type to what should be done',
          });
        }
        const refused = notTextFor(task, request);
        if (refused) throw apiError(refused.message, context, { kind: 'bad_request', hint: refused.hint });
        const body = requestBody(request, options, task);
        const warnings = task === 'text-generation' ? overruledTemperature(request, options) : [];
        return { warnings, sent: { body }, send: (client: EndpointClient, signal, meter) => client.post(body, signal, meter) };
      },
      reply: (json) =>
        task === 'text-generation' ? generationReply(json, context) : classificationReply(json, options, context),
    },
  });
}

/** An inference endpoint that turns texts into vectors. */
export function createEndpointEmbedder(target: Target, environment: ProviderEnvironment): Embedder {
  const options = connectionOf(target, environment);
  const connection = createConnection(options);
  return {
    name: target.name,
    model: options.context.model,
    servedBy: options.context.servedBy,
    pricing: pricingOf({ providers: ['huggingface'], model: options.context.model }, environment.prices),
    identity: () => sentIdentity('huggingface', options.place, { body: bodyOf([], {}, target.options) }),
    embed: (texts, { signal }) =>
      connection.request({ signal }, async (client, own, meter) => {
        const json = await client.post(bodyOf([...texts], {}, target.options), own, meter);
        return { vectors: embeddingReply(json, texts.length, options.context) };
      }),
    close: () => connection.close(),
  };
}

import { ConfigError, deepFreeze, knownAmount, knownCount, messageText, ProviderError, spentInVain, type GenerateRequest, type JsonValue, type Provider, type ProviderResponse, type TokenUsage } from '@assay/schema';
import { RequestEstimate } from '../budget/request-estimate.js';
import { requestSize } from '../budget/request-size.js';
import { systemClock } from '../clock/clock.js';
import { withDeadline } from '../deadline/with-deadline.js';
import { checkResponse, checkUsage } from './reply/check-response.js';
import { patientReplies } from './patient-replies.js';
import { RequestCount } from '../attempts/request-count.js';
import { createRequestGuard, type Attempt, type GuardOptions } from './request-guard.js';
import { requestWith } from './request-with.js';
import { identityProblem, plainIdentity } from './told/told-identity.js';
import { toldFindings } from './told/told-findings.js';
import { withLostCost } from './with-lost-cost.js';

/** Characters that make a token, roughly. */
const TOKEN_CHARACTERS = 4;
/** Tokens of a reply while none has come, and nobody bounds it. */
const FIRST_REPLY = 256;

function inputTokens({ messages }: GenerateRequest): number {
  return messages.reduce((sum, { content }) => sum + messageText(content).length, 0) / TOKEN_CHARACTERS;
}

function tokensOf(usage: TokenUsage | undefined): number | undefined {
  const tokens = (usage?.inputTokens ?? Number.NaN) + (usage?.outputTokens ?? Number.NaN);
  return Number.isFinite(tokens) && tokens >= 0 ? tokens : undefined;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

/** What every try is sent, and others may share: an adapter that writes into it would change what the next one is asked. */
function readOnly(request: GenerateRequest): GenerateRequest {
  const { messages, files, tools, responseFormat } = request;
  deepFreeze([messages, files, tools, responseFormat]);
  return request;
}

/** A request as it is sent this time. */
function attemptOf(request: GenerateRequest, { attempt, signal, waitFor }: Attempt): GenerateRequest {
  const { messages, guidelines, files, cache, replies } = request;
  return requestWith(request, { messages, guidelines, files, cache, attempt, signal, replies: replies && patientReplies(replies, waitFor) });
}

/** What is said of a reply to a request that was sent twice. What the other one cost, nobody tells who ended it. */
function withLoser(reply: ProviderResponse, afterMs: number, free: boolean | undefined): ProviderResponse {
  const twice = `the request was sent a second time, since there was no reply within ${seconds(afterMs)}`;
  const warnings = [...(reply.warnings ?? []), free ? twice : `${twice}; what the other one cost is not known`];
  return { ...reply, warnings, ...(free ? {} : { costIncomplete: true }) };
}

/** Least time for what is done once, before the first request: recordings of any size are read there. */
const PREPARE_MS = 300_000;

/** What a target tells without a request, in the time of one: adapters may be plugins, and wait for what never comes. */
function createTold(provider: Provider, { timeoutMs = Infinity, clock = systemClock }: GuardOptions) {
  const { name } = provider;
  const never = new AbortController();
  let late: ProviderError | undefined;

  function once<T>(method: 'prepare' | 'warmUp', ready: () => Promise<T>): Promise<T> {
    const mostMs = Math.max(timeoutMs, PREPARE_MS);
    const timeoutError = (): ConfigError =>
      new ConfigError(`target "${name}" did not get ready within ${mostMs / 1000} s`, { hint: `see ${method}() of provider ${provider.provider}` });
    return withDeadline(ready, { signal: never.signal, clock, timeoutMs: finite(mostMs), timeoutError });
  }

  return {
    async identity(request: GenerateRequest): Promise<JsonValue | undefined> {
      // Once is enough: every request would wait for it.
      if (late) throw late;
      if (!provider.identity) return undefined;
      const timeoutError = (): ProviderError =>
        (late ??= new ProviderError(`target "${name}" did not say within ${timeoutMs / 1000} s what its answers depend on`, {
          kind: 'timeout',
          target: name,
          hint: `see identity() of provider ${provider.provider}`,
        }));
      try {
        const told = await withDeadline(() => provider.identity?.(readOnly(request)), { signal: request.signal, clock, timeoutMs: finite(timeoutMs), timeoutError });
        return plainIdentity(told, name);
      } catch (error) {
        throw request.signal.aborted ? error : identityProblem(error, name);
      }
    },
    prepare: () => once('prepare', () => toldFindings(provider)),
    warmUp: () => once('warmUp', async () => provider.warmUp?.()),
  };
}

function finite(ms: number): number | undefined {
  return ms === Infinity ? undefined : ms;
}

/**
 * Wraps a target's adapter once, for all who ask it (trials and judges): time-outs, retries, a
 * limit, and an end to asking a target that fails every time; see {@link createRequestGuard}.
 *
 * `generate` throws `ProviderError` only; `aborted` when the caller's signal ended it.
 */
export function guardProvider(provider: Provider, options: GuardOptions = {}): Provider {
  const { name, servedBy } = provider;
  const guard = createRequestGuard(name, { hedges: servedBy?.kind === 'service' && servedBy.hedged, ...options });
  const told = createTold(provider, options);
  const estimate = new RequestEstimate(provider.pricing, provider.free === true);
  // What a recording tells was spent when it was made.
  const repeats = provider.free === true && servedBy === undefined;
  let replyTokens: number | undefined;
  /** @throws ProviderError for one that cannot be used, which was paid for all the same. */
  function usableReply(given: ProviderResponse, elapsedMs: number): ProviderResponse {
    try {
      return checkResponse(given, name, elapsedMs);
    } catch (error) {
      throw provider.free || spentInVain(error)?.costUsd !== undefined ? error : withLostCost(error);
    }
  }
  return {
    name,
    provider: provider.provider,
    model: provider.model,
    structuredOutput: provider.structuredOutput,
    systemPrompt: provider.systemPrompt,
    free: provider.free,
    pricing: provider.pricing,
    fixedTemperature: provider.fixedTemperature,
    emptyReply: provider.emptyReply,
    servedBy,
    identity: told.identity,
    async generate(request) {
      let hedgedAfter: number | undefined;
      let lost = false;
      const count = new RequestCount();
      const { account, replies } = readOnly(request);
      // Only the first request of a trial holds up nobody: what asks for itself is a judge.
      const urgent = !replies || replies.held > 0;
      const reply = await guard(
        request.signal,
        async (attempt) => {
          count.sent(attempt.attempt);
          // What the try before left behind is no part of this one.
          if (attempt.attempt > 1) await request.workspace?.renew();
          const given = await provider.generate(attemptOf(request, attempt));
          const { rateLimits, usage, costUsd } = (given as Partial<ProviderResponse> | undefined) ?? {};
          attempt.told({ rateLimits, tokens: tokensOf(usage), usage: checkUsage(usage), costUsd: knownAmount(costUsd) });
          replyTokens = knownCount(usage?.outputTokens) ?? replyTokens;
          return usableReply(given, attempt.elapsedMs());
        },
        {
          urgent,
          ofTrial: replies !== undefined,
          paid: account && !repeats ? { account, estimate, size: requestSize(request, provider.systemPrompt), begins: !urgent } : undefined,
          tokens: () => Math.ceil(inputTokens(request) + (replyTokens ?? request.maxTokens ?? FIRST_REPLY)),
          onHedge(afterMs) {
            hedgedAfter = afterMs;
            count.hedged();
          },
          onLost: () => (lost = true),
        },
      ).catch((error: unknown) => {
        throw lost && !provider.free ? withLostCost(count.toldBy(error)) : count.toldBy(error);
      });
      const whole = lost && !provider.free ? { ...reply, costIncomplete: true } : reply;
      return count.told(hedgedAfter === undefined ? whole : withLoser(whole, hedgedAfter, provider.free));
    },
    prepare: told.prepare,
    warmUp: told.warmUp,
    close: async () => provider.close?.(),
  };
}

import type { GenerateRequest, Provider, ProviderResponse } from '@assay/schema';
import { createBatcher, type Batcher } from './batcher.js';
import { chooseLabels } from './choose-labels.js';
import { classifyTexts, type Classified } from './classify-texts.js';
import type { Runtime } from './find-runtime.js';
import { textRequest, togetherKey, writeTexts, type TextRequest, type Written } from './generate-texts.js';
import { DEFAULT_BATCH_SIZE, DEFAULT_HYPOTHESIS, type HuggingFaceOptions } from '../huggingface-options.js';
import { labelReply } from '../label-scores.js';
import { inputFailure, localFailure, type LocalContext } from './local-errors.js';
import { localModel, type LocalModel } from './local-model.js';
import { notTextFor, plainInput } from '../plain-input.js';

export interface LocalProviderOptions {
  readonly context: LocalContext;
  readonly model: string;
  readonly options: HuggingFaceOptions;
  readonly load: () => Promise<Runtime>;
}

type Answer = Omit<ProviderResponse, 'latencyMs' | 'model' | 'costUsd'>;
type Ask = (request: GenerateRequest) => Promise<Answer>;

function classifierReply(
  { scores, inputTokens, warnings }: Classified,
  names: HuggingFaceOptions['label_names'],
): Answer {
  return {
    ...labelReply(scores, names),
    usage: { inputTokens, outputTokens: 0 },
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

function writtenReply({ text, inputTokens, outputTokens, complete }: Written, request: GenerateRequest): Answer {
  const left = [
    ...(request.tools?.length ? ['tools'] : []),
    ...(request.responseFormat ? ['the response format'] : []),
  ];
  const warnings = left.length > 0 ? [`${left.join(' and ')} were left out: the model is given text only`] : [];
  return {
    text,
    messages: [{ role: 'assistant', content: text }],
    toolCalls: [],
    usage: { inputTokens, outputTokens },
    finishReason: complete ? 'stop' : 'length',
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

function classifier({ context, options }: LocalProviderOptions, model: LocalModel): Batcher<string, Classified> {
  return createBatcher({
    size: options.batch_size ?? DEFAULT_BATCH_SIZE,
    keyOf: () => '',
    async run(texts: readonly string[]) {
      const loaded = await model.open();
      if (options.labels === undefined) {
        return classifyTexts(loaded, texts, { context, numLabels: options.num_labels });
      }
      const template = options.hypothesis_template ?? DEFAULT_HYPOTHESIS;
      return chooseLabels(loaded, texts, { context, labels: options.labels, template });
    },
  });
}

function writer({ options }: LocalProviderOptions, model: LocalModel): Batcher<TextRequest, Written> {
  return createBatcher({
    size: options.batch_size ?? DEFAULT_BATCH_SIZE,
    keyOf: togetherKey,
    run: async (requests: readonly TextRequest[], signal) => writeTexts(await model.open(), requests, signal),
  });
}

/** How requests are answered, and how to wait for those under way. */
function askerOf(settings: LocalProviderOptions, model: LocalModel): { readonly ask: Ask; idle(): Promise<void> } {
  const { context, options } = settings;
  if (context.task === 'feature-extraction') {
    const failure = inputFailure(
      'a model for feature-extraction turns texts into vectors and answers nothing',
      context,
      'use it as an embedder, or set task_type to what should be done',
    );
    return { ask: () => Promise.reject(failure), idle: () => Promise.resolve() };
  }
  if (context.task === 'text-generation') {
    const batcher = writer(settings, model);
    const ask: Ask = async (request) =>
      writtenReply(await batcher.ask(textRequest(request, options), request.signal), request);
    return { ask, idle: () => batcher.idle() };
  }
  const batcher = classifier(settings, model);
  const ask: Ask = async (request) =>
    classifierReply(await batcher.ask(plainInput(request), request.signal), options.label_names);
  return { ask, idle: () => batcher.idle() };
}

/** @throws the signal's reason when it aborts first; what is waited for goes on for others. */
async function untilAborted(loading: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    await Promise.race([loading, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    loading.catch(() => undefined);
  }
}

/** A target whose model runs in this process. */
export function createLocalProvider(settings: LocalProviderOptions): Provider {
  const { context } = settings;
  const model = localModel(context, settings.load);
  const { ask, idle } = askerOf(settings, model);
  // Without an identity: other weights may come to lie in the same folder, and running them again costs nothing.
  return {
    name: context.target,
    provider: 'huggingface',
    model: settings.model,
    structuredOutput: false,
    systemPrompt: context.task === 'text-generation' ? settings.options.system_prompt : undefined,
    free: true,
    emptyReply: 'final',
    servedBy: { kind: 'process', atOnce: settings.options.batch_size ?? 1 },
    async generate(request) {
      try {
        const refused = notTextFor(context.task, request);
        if (refused) throw inputFailure(refused.message, context, refused.hint);
        // Loading takes its time once, and is no time that the model takes to answer.
        if (context.task !== 'feature-extraction') await untilAborted(model.open(), request.signal);
        const start = performance.now();
        const answer = await ask(request);
        return { ...answer, model: settings.model, costUsd: 0, latencyMs: performance.now() - start };
      } catch (error) {
        throw localFailure(error, context, request.signal);
      }
    },
    async close() {
      await idle();
      await model.close();
    },
  };
}

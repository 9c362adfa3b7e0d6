import type { ChatTraits } from '../chat-completions/chat-body.js';
import { USUAL_MESSAGES } from '../chat-completions/chat-messages.js';
import { limitNameOf, samplingIsFixed } from './reasoning-models.js';

/** What a model of OpenAI takes, whoever runs it. */
export function openAiTraits(model: string, reasoningEffort: string | undefined): ChatTraits {
  return {
    limitName: limitNameOf(model),
    seedName: 'seed',
    streamUsage: true,
    fixedSampling: samplingIsFixed(model, reasoningEffort),
    logprobs: true,
    messages: USUAL_MESSAGES,
  };
}

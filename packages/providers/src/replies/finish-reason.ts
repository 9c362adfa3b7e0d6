import type { FinishReason } from '@assay/schema';

/** What APIs call the ends of replies, in lower case. */
const NAMES: Readonly<Record<string, FinishReason>> = {
  // Chat completions and text generation
  stop: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  stop_sequence: 'stop',
  end: 'stop',
  complete: 'stop',
  completed: 'stop',
  done: 'stop',
  finished: 'stop',
  end_of_text: 'stop',
  length: 'length',
  model_length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'filter',
  // Messages API
  end_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'refusal',
  // Gemini API
  safety: 'filter',
  recitation: 'filter',
  language: 'filter',
  blocklist: 'filter',
  prohibited_content: 'filter',
  spii: 'filter',
  image_safety: 'filter',
  image_prohibited_content: 'filter',
  image_recitation: 'filter',
};

/** The end of a reply in the words that all targets share; undefined when the API does not tell. */
export function finishReasonOf(told: unknown): FinishReason | undefined {
  if (typeof told !== 'string' || told === '') return undefined;
  const name = told.toLowerCase();
  if (name === 'finish_reason_unspecified') return undefined;
  return Object.hasOwn(NAMES, name) ? NAMES[name] : 'other';
}

/** The same of a reply that calls so many tools to have their results: some APIs say of such a one that it was said in full. */
export function endOfReply(told: unknown, calls: readonly unknown[]): FinishReason | undefined {
  const reason = finishReasonOf(told);
  return reason === 'stop' && calls.length > 0 ? 'tool_calls' : reason;
}

/** Ends of replies that their server could not finish. */
const BROKEN_OFF: ReadonlySet<string> = new Set(['error', 'abort', 'aborted', 'cancelled', 'canceled', 'insufficient_system_resource']);

/** Whether a server says that it broke a reply off: what there is of it is no answer of the model, and may be whole at the next try. */
export function isBrokenOff(told: unknown): told is string {
  return typeof told === 'string' && BROKEN_OFF.has(told.toLowerCase());
}

/** Ends that the shared words do not tell. */
const UNUSUAL: Readonly<Record<string, string>> = {
  MALFORMED_FUNCTION_CALL: 'the model wrote a tool call that cannot be read (MALFORMED_FUNCTION_CALL)',
  UNEXPECTED_TOOL_CALL: 'the model called a tool that it was not told about (UNEXPECTED_TOOL_CALL)',
  pause_turn: 'the model paused, and was not asked to go on (pause_turn)',
};

/** A warning about an end that is none of the shared ones: the reply may not be whole. */
export function endWarnings(told: unknown): readonly string[] {
  if (typeof told !== 'string' || finishReasonOf(told) !== 'other') return [];
  return [Object.hasOwn(UNUSUAL, told) ? (UNUSUAL[told] ?? '') : `reply ended early (${told})`];
}

import { isDeepStrictEqual } from 'node:util';
import type { EvalCase, JsonValue } from '@assay/schema';

/** The system prompts of a case apart from its conversation. */
export interface PromptSystems {
  /** As a blueprint writes it: one text, several to compare, or undefined for none. */
  readonly system: JsonValue | undefined;
  /** Number of messages at the start of the conversation that it stands for. */
  readonly taken: 0 | 1;
}

/** A leading system message can stand under `system` unless another one follows, which would be in its way. */
export function promptSystems({ inputMessages, execution }: EvalCase): PromptSystems {
  const { systems } = execution;
  if (systems && systems.length > 1) return { system: systems, taken: 0 };
  const [first, second] = inputMessages;
  const text = first?.role === 'system' && Object.keys(first).length === 2 ? first.content : undefined;
  const fits = typeof text === 'string' && text.trim() !== '' && second !== undefined && second.role !== 'system';
  return fits ? { system: text, taken: 1 } : { system: undefined, taken: 0 };
}

/** What all cases have alike; undefined when they differ, or there is only one. */
export function inCommon<T>(values: readonly T[]): T | undefined {
  const [first] = values;
  return values.length > 1 && values.every((value) => isDeepStrictEqual(value, first)) ? first : undefined;
}

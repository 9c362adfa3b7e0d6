/** A model as it is named on the command line and in files: `provider:model`. */
export interface ModelString {
  readonly provider: string;
  /** Everything after the first colon; may hold colons and slashes itself. */
  readonly model: string;
  /** The string as it should have been written, when spaces or the provider's case were off. */
  readonly corrected?: string | undefined;
}

/**
 * Splits `provider:model`. Spaces around the parts and a provider in capitals are corrected, and
 * the correction is returned so that the caller can warn. Returns undefined for anything else.
 */
export function parseModelString(text: string): ModelString | undefined {
  const match = /^\s*([A-Za-z][\w.-]*)\s*:\s*(\S(?:.*\S)?)\s*$/u.exec(text);
  const provider = match?.[1]?.toLowerCase();
  const model = match?.[2]?.replaceAll(/\s*([/:])\s*/gu, '$1');
  if (!provider || !model || /\s/u.test(model)) return undefined;
  const written = `${provider}:${model}`;
  return written === text ? { provider, model } : { provider, model, corrected: written };
}

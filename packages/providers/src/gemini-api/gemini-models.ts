const VERSION = /gemini-(\d+)(?:\.(\d+))?/u;

/**
 * Gemini models after 2.0 answer requests for token probabilities with an error. Other names are
 * taken to give them: `parameters: {logprobs: null}` keeps a target from asking.
 */
export function refusesLogprobs(model: string): boolean {
  const found = VERSION.exec(model);
  return found !== null && Number(found[1]) * 100 + Number(found[2] ?? 0) > 200;
}

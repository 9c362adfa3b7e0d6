/** The same setting has other names in other APIs; the name on the right is the one that targets use. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['max_completion_tokens', 'max_tokens'],
  ['max_output_tokens', 'max_tokens'],
  ['random_seed', 'seed'],
  ['stop_sequences', 'stop'],
]);

/** The name that a target would use for a parameter: `maxOutputTokens` and `maxTokens` are `max_tokens`. */
export function standardName(name: string): string {
  const snake = name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  return SYNONYMS.get(snake) ?? snake;
}

/**
 * Gives the parameters of a body the names that a server has for them. The mapping may write the
 * standard names in camelCase, and knows each by all its names.
 */
export function renamedParameters(
  body: Readonly<Record<string, unknown>>,
  mapping: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, unknown>> {
  if (!mapping) return body;
  const names = new Map(Object.entries(mapping).map(([from, to]) => [standardName(from), to]));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [names.get(standardName(name)) ?? name, value]),
  );
}

function laidOver(
  body: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const given = new Set(Object.keys(parameters).map(standardName));
  const generated = Object.entries(body).filter(([name]) => !given.has(standardName(name)));
  return { ...Object.fromEntries(generated), ...parameters };
}

/**
 * `parameters` of a target laid over a request body: values replace, null removes, and every other
 * value stays as it is (0, false and "" too). A field that was generated under another name of the
 * same parameter gives way.
 */
export function withParameters(
  body: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, unknown>> | undefined,
): Record<string, unknown> {
  if (parameters !== undefined) return Object.fromEntries(Object.entries(laidOver(body, parameters)).filter(([, value]) => value !== null && value !== undefined));
  // Names that are ours, and no lists on the way: nearly every request is one of these.
  const sent: Record<string, unknown> = {};
  for (const name of Object.keys(body)) {
    const value = body[name];
    if (value !== null && value !== undefined) sent[name] = value;
  }
  return sent;
}

/** Whether to stream: `stream` among the parameters decides over the option. */
export function streams(options: {
  readonly stream?: boolean | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}): boolean {
  const { parameters = {}, stream } = options;
  return (Object.hasOwn(parameters, 'stream') ? parameters['stream'] : stream) === true;
}

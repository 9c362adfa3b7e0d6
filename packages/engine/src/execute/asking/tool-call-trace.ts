import { JsonNumberError, messageText, parseToolCallLines, ProviderError, type Message, type ProviderResponse, type ToolCall } from '@assay/schema';

/** Longest excerpt of a line that cannot be read, in characters. */
const MAX_LINE = 120;
/** Most lines that are shown; a reply may hold any number of them. */
const MAX_LINES = 5;

function excerpt(line: string): string {
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE - 1)}…`;
}

function warningsAbout(malformed: readonly string[]): readonly string[] {
  const hidden = malformed.length - MAX_LINES;
  return [
    ...malformed.slice(0, MAX_LINES).map((line) => `tool call cannot be read: ${excerpt(line)}`),
    ...(hidden > 0 ? [`${hidden} more tool call${hidden === 1 ? '' : 's'} cannot be read`] : []),
  ];
}

function linesOf(spoken: string, target: string): ReturnType<typeof parseToolCallLines> {
  try {
    return parseToolCallLines(spoken);
  } catch (error) {
    if (!(error instanceof JsonNumberError)) throw error;
    throw new ProviderError(`target "${target}": a tool call in the text cannot be used: ${error.message}`, { kind: 'bad_reply', target, retryable: false });
  }
}

const MARK = 'TOOL_CALL';

/** The text of a turn, for those that the target spoke itself. */
function spokenText({ role, content }: Message): string {
  return role === 'assistant' ? messageText(content) : '';
}

/**
 * A reply whose trace also has the tool calls that its text names in `TOOL_CALL {…}` lines, the
 * form of targets that have no tools of their own. Calls are in the order of the turns; within a
 * turn those of the text come before those that the API lists. Lines that start like a call and
 * cannot be read are warnings.
 * @param target Its name, for errors.
 * @throws ProviderError `bad_reply` for a call with a number that is too large to be kept.
 */
export function withToolCallLines(response: ProviderResponse, target: string): ProviderResponse {
  const { text, messages } = response;
  // The text is made of the turns; what adapters leave out of the turns is in the text alone.
  const inTurns = messages.some((turn) => spokenText(turn) !== '');
  if (!(inTurns ? messages.some((turn) => spokenText(turn).includes(MARK)) : text.includes(MARK))) return response;
  const malformed: string[] = [];
  const read = (spoken: string): readonly ToolCall[] => {
    const lines = linesOf(spoken, target);
    // One by one: a long text may have more lines than a call may have arguments.
    for (const line of lines.malformed) malformed.push(line);
    return lines.calls;
  };
  const written = inTurns ? messages.map((turn) => read(spokenText(turn))) : [read(text)];
  const listed = messages.map(({ toolCalls }) => toolCalls ?? []);
  const placed = inTurns && listed.flat().length === response.toolCalls.length;
  const toolCalls = placed
    ? messages.flatMap((_, index) => [...(written[index] ?? []), ...(listed[index] ?? [])])
    : [...written.flat(), ...response.toolCalls];
  const warnings = [...(response.warnings ?? []), ...warningsAbout(malformed)];
  return { ...response, toolCalls, ...(warnings.length > 0 ? { warnings } : {}) };
}

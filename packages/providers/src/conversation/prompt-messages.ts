import { guidelinesBlock, guidelinesText, messageText, type Message } from '@assay/schema';

/**
 * The conversation as it is sent: without turns that are still to be generated, with the target's
 * own system prompt first, all leading system text in one message (several servers take only
 * one), and the guideline files in a block before the first user message.
 */
export function promptMessages(messages: readonly Message[], systemPrompt: string | undefined): readonly Message[] {
  const sent = messages.filter((message) => message.content !== null || (message.toolCalls?.length ?? 0) > 0);
  const block = guidelinesBlock(guidelinesText(messages));
  const start = sent.findIndex((message) => message.role !== 'system');
  const leading = start === -1 ? sent : sent.slice(0, start);
  if (block === '' && !systemPrompt && leading.length < 2) return sent;
  const system = [systemPrompt ?? '', ...leading.map((message) => messageText(message.content))].filter(
    (text) => text !== '',
  );
  const rest = start === -1 ? [] : sent.slice(start);
  return [
    ...(system.length > 0 ? [{ role: 'system' as const, content: system.join('\n\n') }] : []),
    ...(block === '' ? rest : withBlock(rest, block)),
  ];
}

function withBlock(messages: readonly Message[], block: string): readonly Message[] {
  const index = messages.findIndex((message) => message.role === 'user');
  const user = messages[index];
  if (!user) return [{ role: 'user', content: block }, ...messages];
  const { content } = user;
  const marked = Array.isArray(content)
    ? [{ type: 'text' as const, value: block }, ...content]
    : `${block}\n\n${messageText(content)}`;
  return messages.with(index, { ...user, content: marked });
}

const OPENED = /^\s*<(think|thinking)>/iu;
const CLOSED = /<\/(?:think|thinking)>/iu;

/**
 * The reply without the thoughts that reasoning models put before it in `<think>` tags: drafts in
 * them are no answers. Some models leave out the opening tag; what stands before the closing one
 * is then dropped only if it cannot hold an answer. Undefined when the thoughts never end.
 */
export function withoutThoughts(reply: string): string | undefined {
  const close = CLOSED.exec(reply);
  if (OPENED.test(reply)) return close ? reply.slice(close.index + close[0].length) : undefined;
  if (!close || /\{|<classification/iu.test(reply.slice(0, close.index))) return reply;
  return reply.slice(close.index + close[0].length);
}

import type { ChatAnswer, ChatRequest } from '../servers/chat-server.js';
import { answer } from './worker-project.js';

/** A server that keeps every request until it is told to answer. */
export function gate(): { readonly reply: (request: ChatRequest) => Promise<ChatAnswer>; readonly waiting: () => number; readonly open: () => void } {
  const held: (() => void)[] = [];
  let isOpen = false;
  return {
    async reply(request) {
      if (!isOpen) await new Promise<void>((resolve) => held.push(resolve));
      return answer(request);
    },
    waiting: () => held.length,
    open() {
      isOpen = true;
      for (const release of held) release();
    },
  };
}

import { judgeConformance, judgePanelConformance, type JudgeBehaviour } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { createJudge, createJudgePanel } from '../src/index.js';
import { chatProvider } from './chat-provider.js';
import { startChatServer, type ChatScript } from './chat-server.js';

const assessment = (classification: number | string): string => JSON.stringify({ reflection: 'It says so.', hits: [], misses: [], classification });

const MODELS: Readonly<Record<JudgeBehaviour, ChatScript[string]>> = {
  // 1 is a class of every scale but one, or the number of a class.
  answers: ({ messages }) => assessment(messages.some(({ content }) => content.includes('FIRST_BETTER')) ? 'FIRST_BETTER' : 1),
  babbles: ['%%% lorem ipsum'],
  fails: [{ status: 503, message: 'overloaded' }],
  hangs: ['hang'],
};

describe('a judge over HTTP keeps the promises of its contract', () => {
  const checks = judgeConformance(async (behaviour) => {
    const server = await startChatServer({ model: MODELS[behaviour] });
    const judge = createJudge({ id: 'judge', provider: chatProvider(server.url, 'model') });
    return { judge, cleanUp: async () => server[Symbol.asyncDispose]() };
  });
  test.each(checks)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe('a panel keeps the promises of its contract', () => {
  test.each(judgePanelConformance((judges, backup) => createJudgePanel({ judges, backup })))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

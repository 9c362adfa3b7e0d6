import { judgeConformance, judgePanelConformance, type JudgeBehaviour } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { createJudge, createJudgePanel } from '../src/index.js';
import { chatProvider } from './chat-provider.js';
import { startChatServer, type ChatScript } from './chat-server.js';

/** Usable on every scale: 1 is a class of each, and the number of one. */
const ASSESSMENT = JSON.stringify({ reflection: 'It says so.', hits: [], misses: [], classification: 1 });

const MODELS: Readonly<Record<JudgeBehaviour, ChatScript[string]>> = {
  answers: [ASSESSMENT],
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

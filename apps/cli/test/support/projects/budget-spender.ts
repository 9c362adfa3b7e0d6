import { setTimeout as sleep } from 'node:timers/promises';
import type { Finished } from '../commands/assay.js';
import { startChatServer, type ChatAnswer, type ChatRequest } from '../servers/chat-server.js';
import { dataset, ids } from './resume-project.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** A dollar for a thousand tokens of input, two for a thousand of output. */
export const PRICES = 'prices: { "openai:m": { input: 1000, output: 2000 }, "openai:j": { input: 1000, output: 1000 } }\n';

interface Summary {
  readonly exit_code: number;
  readonly reasons: readonly string[];
  readonly complete: boolean;
  readonly groups: readonly { readonly suite: string; readonly trials: number; readonly unscored: number }[];
  readonly budgets?: readonly { readonly suite?: string; readonly cost_usd: number; readonly tokens: number; readonly stopped_by?: string; readonly untold?: object }[];
}

interface Spender {
  readonly workspace: Workspace;
  /** What all replies of the server came to, in US dollars, and in tokens. */
  spent(): { readonly costUsd: number; readonly tokens: number };
  asked(model?: string): number;
  assay(...args: readonly string[]): Promise<Finished>;
  summary(...args: readonly string[]): Promise<Summary & Finished>;
}

/** A reply of a length of its own for each request: from 20 to 100 tokens. */
function usageOf({ text }: ChatRequest, count: number): { readonly prompt_tokens: number; readonly completion_tokens: number } {
  return { prompt_tokens: Math.ceil(text.length / 4) + 5, completion_tokens: 20 + ((count * 37) % 81) };
}

interface SpenderOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly answer?: (request: ChatRequest) => ChatAnswer | undefined | Promise<ChatAnswer | undefined>;
  readonly config?: string;
  /** Longest reply that the target is asked for; `null` for one that nothing bounds. */
  readonly maxTokens?: number | null;
}

/** A project whose target and judge are paid by their tokens. */
export async function spender(cases: number, { files, answer, config = PRICES, maxTokens = 100 }: SpenderOptions = {}): Promise<Spender> {
  let costUsd = 0;
  let tokens = 0;
  const server = await startChatServer(async (request) => {
    const own = await answer?.(request);
    if (own !== undefined && typeof own !== 'string') return own;
    const usage = usageOf(request, server.requests.length);
    tokens += usage.prompt_tokens + usage.completion_tokens;
    costUsd += (usage.prompt_tokens * 1000 + usage.completion_tokens * (request.model === 'j' ? 1000 : 2000)) / 1e6;
    await sleep(5);
    const content = own ?? (request.model === 'j' ? '{"rating": 1}' : 'it is 42');
    return { raw: JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: request.model, choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }], usage }) };
  });
  const limit = maxTokens === null ? '' : `, max_tokens: ${maxTokens}`;
  const workspace = await createWorkspace({
    'evals/a.jsonl': dataset(...ids(cases)),
    ...files,
    '.assay/config.yaml': config,
    '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}', api_key: sk-aaaaaaaa${limit}}\n  - {name: judge, provider: openai, model: j, endpoint: '${server.url}', api_key: sk-aaaaaaaa, max_tokens: 100}\n`,
  });
  const assay = (...args: readonly string[]): Promise<Finished> => runAssay(args, { cwd: workspace.folder });
  return {
    workspace,
    spent: () => ({ costUsd, tokens }),
    asked: (model) => server.requests.filter((request) => model === undefined || request.model === model).length,
    assay,
    async summary(...args) {
      const finished = await assay(...args, '--json');
      return { ...finished, ...(JSON.parse(finished.stdout) as Summary) };
    },
  };
}

/** Asks for fifty replies at once. */
export const RUN = ['run', 'evals/a.jsonl', '--target', 'bot', '--concurrency', '50'];

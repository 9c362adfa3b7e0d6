import { runAssay } from '../commands/warm-assay.js';
import { startChatServer, type ChatAnswer } from '../servers/chat-server.js';
import { createWorkspace } from './workspace.js';

/** A case that a piece of the answer is enough to pass. */
const SUITE = 'evalcases:\n  - {id: a, expected_outcome: Greets, input: hi, evaluators: [{type: contains, value: hello}]}\n';

/** A run of one case on a server that answers as the test says: how it ended, and its row. */
export async function runAgainst(answer: ChatAnswer, options = '', provider = 'openai-compatible') {
  const { url } = await startChatServer(() => answer);
  const target = `{name: bot, provider: ${provider}, model: m, endpoint: "${url}", api_key: sk-test-0123456789, max_retries: 0${options}}`;
  const workspace = await createWorkspace({ 's.yaml': SUITE, '.assay/targets.yaml': `targets: [${target}]\n` });
  const { exitCode, stdout } = await runAssay(['run', 's.yaml', '--target', 'bot'], { cwd: workspace.folder });
  const [row] = await workspace.rows();
  return { exitCode, stdout, row };
}

/** The events of a stream. */
export const events = (...values: readonly object[]): ChatAnswer => ({ raw: `${values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('')}data: [DONE]\n\n` });

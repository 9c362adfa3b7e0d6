import { startChatServer, type ChatAnswer, type ChatRequest } from '../servers/chat-server.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** Asks without what Node starts for `fetch`, which takes longer than all the rest of a script. */
const BY_NODE = `
import { request } from 'node:http';
const send = (url, { method, headers, body }) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk)).on('error', reject).on('end', () => resolve({ status: response.statusCode, text }));
    });
    sent.on('error', reject).end(body);
  });
`;

/** How scripts of AgentV ask: the address and the token are in the environment, and what is no answer is an error. */
const client = (send: string): string => `
import { readFileSync } from 'node:fs';
${send}
export const { config, id } = JSON.parse(readFileSync(0, 'utf8'));
const { AGENTV_TARGET_PROXY_URL: url, AGENTV_TARGET_PROXY_TOKEN: token } = process.env;
export async function call(path, body, more = {}) {
  const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer ' + token };
  const { status, text } = await send(url + path, { method: body === undefined ? 'GET' : 'POST', headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }), ...more });
  return { status, body: JSON.parse(text) };
}
export async function invoke(question, more = {}) {
  const { status, body } = await call('/invoke', { question, evalCaseId: id, attempt: 1, ...more });
  if (status !== 200) throw Object.assign(new Error(body.error), { status });
  return body;
}
export const say = (score, details) => console.log(JSON.stringify({ score, details }));
`;

/** What AgentV's own scripts ask by. */
export const FETCHING_CLIENT = client(`
async function send(url, options) {
  const response = await fetch(url, options);
  return { status: response.status, text: await response.text() };
}
`);

/** The share of passages that the judge calls relevant, whatever happens to single ones. */
export const PRECISION = `
import { call, config, invoke, say } from './client.mjs';
const info = (await call('/info')).body;
const systemPrompt = 'Say yes or no.';
const first = await invoke('Relevant? ' + config.passages[0], { systemPrompt });
const batch = await call('/invokeBatch', { requests: config.passages.slice(1).map((text) => ({ question: 'Relevant? ' + text, systemPrompt })) });
const replies = [first, ...(batch.body.responses ?? [])];
const right = replies.filter(({ rawText }) => rawText === 'yes').length;
say(right / config.passages.length, { info, first, error: batch.body.error ?? null, after: (await call('/info')).body.callCount });
`;

/** The same, one passage after the other, with what was refused. */
export const EACH = `
import { config, invoke, say } from './client.mjs';
let right = 0;
const errors = [];
for (const text of config.passages) {
  try {
    right += (await invoke('Relevant? ' + text)).rawText === 'yes' ? 1 : 0;
  } catch (error) {
    errors.push(error.status + ' ' + error.message);
  }
}
say(right / config.passages.length, { errors });
`;

/** The judge’s, unless a test has another. */
export const answer = ({ text }: ChatRequest): ChatAnswer => (text.includes('warranty') ? 'yes' : 'no');
const PASSAGES = '[the warranty, a recipe, our warranty, a poem]';

export interface LenderProject extends Workspace {
  readonly asked: readonly ChatRequest[];
  readonly env: Readonly<Record<string, string>>;
}

/** A suite with one case whose script is lent a judge, which is on loopback. */
export async function lenderProject(script: string, target: string, reply: (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer> = answer, more = ''): Promise<LenderProject> {
  const server = await startChatServer(reply);
  const workspace = await createWorkspace({
    'evals/client.mjs': client(BY_NODE),
    'evals/grade.mjs': script,
    'evals/a.yaml': `tests:
  - id: passages
    criteria: Finds what matters
    input: What does the warranty cover?
    assertions:
      - { name: precision, type: code-grader, command: [node, grade.mjs], target: ${target}, config: { passages: ${PASSAGES} }${more} }
`,
    '.assay/targets.yaml': `targets:
  - { name: bot, provider: mock, reply: The engine, judge_target: grader }
  - { name: grader, provider: openai, model: judge-1, endpoint: ${server.url}, api_key: '\${JUDGE_KEY}', max_retries: 0 }
`,
    '.assay/config.yaml': 'prices: { "openai:judge-1": { input: 1000, output: 1000 } }\n',
  });
  return { ...workspace, asked: server.requests, env: { JUDGE_KEY: 'sk-judge-12345' } };
}


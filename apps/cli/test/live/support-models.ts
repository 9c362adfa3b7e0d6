import { LLMock, type ChatCompletionRequest, type FixtureResponse } from '@copilotkit/aimock';
import { onTestFinished } from 'vitest';
import type { Opinion, Scenario, Vote } from './scenario.js';

/** The number that customers quote, by which a model knows what it is about. */
export const ticketOf = (index: number): number => 101 + index;

/** What a target's reply takes: more for later tickets, and more from one target than from the other. */
export function usageOf(model: string, ticket: number): { readonly inputTokens: number; readonly outputTokens: number } {
  return model === 'claude-support'
    ? { inputTokens: 200 + ticket, outputTokens: 30 }
    : { inputTokens: 100 + ticket, outputTokens: 20 };
}

export const JUDGE_USAGE = { inputTokens: 50, outputTokens: 10 };

function textOf(request: ChatCompletionRequest): string {
  return request.messages
    .map(({ content }) => (typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n')))
    .join('\n');
}

/** The counts under the names of both APIs. */
function counted(usage: { readonly inputTokens: number; readonly outputTokens: number }) {
  const { inputTokens, outputTokens } = usage;
  return {
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
    },
  };
}

function supportReply(request: ChatCompletionRequest, { replies }: Scenario, ticket: number): FixtureResponse {
  const turn = request.messages.filter(({ role }) => role === 'assistant').length;
  const reply = replies[turn];
  if (!reply) return { error: { message: `there is no turn ${turn} in ticket ${ticket}` }, status: 400 };
  const calls = (reply.calls ?? []).map(({ tool, input }, index) => ({ id: `call_${ticket}_${turn}_${index}`, name: tool, arguments: JSON.stringify(input) }));
  const usage = counted(usageOf(request.model, ticket));
  return calls.length > 0 ? { content: reply.says, toolCalls: calls, ...usage } : { content: reply.says, ...usage };
}

function judgement(judge: string, { hits = [], misses = [] }: Opinion, vote: Vote): string {
  if (vote === 'RUBBISH') return 'I like trains.';
  return JSON.stringify({ reflection: `${judge} says ${vote}.`, hits, misses, classification: vote });
}

const JUDGES = ['judge-a', 'judge-b', 'judge-c'];

function judgeReply(request: ChatCompletionRequest, { opinions = [] }: Scenario, ticket: number): FixtureResponse {
  const text = textOf(request);
  const opinion = opinions.find(({ about }) => text.includes(about));
  const vote = opinion?.votes[JUDGES.indexOf(request.model)];
  if (!opinion || vote === undefined) return { error: { message: `${request.model} has no opinion on ticket ${ticket}` }, status: 400 };
  return { content: judgement(request.model, opinion, vote), ...counted(JUDGE_USAGE) };
}

/** The models of the suite, targets and judges, on one loopback server. */
export async function startModels(scenarios: readonly Scenario[]): Promise<LLMock> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => mock.stop());
  mock.on({ predicate: () => true }, (request) => {
    const ticket = Number(/Ticket (?<ticket>\d+)/u.exec(textOf(request))?.groups?.['ticket']);
    const scenario = scenarios[ticket - ticketOf(0)];
    if (!scenario) return { error: { message: 'which ticket?' }, status: 400 };
    return JUDGES.includes(request.model) ? judgeReply(request, scenario, ticket) : supportReply(request, scenario, ticket);
  });
  await mock.start();
  return mock;
}

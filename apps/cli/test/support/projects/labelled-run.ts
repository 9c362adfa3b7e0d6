import { expect } from 'vitest';
import { startChatServer } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace } from './workspace.js';

/** How many cases each target is asked. */
export const CASES = 60;

/** The number of a case, which its question and replies name. */
export const numberIn = (text: string): number => Number(/item (\d+)/u.exec(text)?.[1]);

/** A run of two targets over HTTP, of which one loses some of its replies; people then label all that have a score as passes, or as fails. */
export async function labelledRun(loses: (index: number) => boolean, verdict: 'pass' | 'fail' = 'pass') {
  const server = await startChatServer(({ model, text }) => (model === 'frail' && loses(numberIn(text)) ? { status: 400, body: '{"error": {"message": "no"}}' } : `Right: item ${numberIn(text)}`));
  const target = (model: string): string => `  - { name: ${model}, provider: openai, model: ${model}, endpoint: '${server.url}', api_key: test }\n`;
  const lines = Array.from({ length: CASES }, (_, index) => JSON.stringify({ id: `case-${index}`, expected_outcome: 'Is right', input: `Say item ${index}`, evaluators: [{ type: 'contains', value: 'Right' }] }));
  const workspace = await createWorkspace({ 'items.jsonl': `${lines.join('\n')}\n`, '.assay/targets.yaml': `targets:\n${target('sound')}${target('frail')}` });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  await assay('run', 'items.jsonl', '--target', 'sound', '--target', 'frail', '--out', 'run', '--max-retries', '0');
  const shown = (await assay('label', 'run', '--json', '--sample', String(2 * CASES))).stdout.trim().split('\n');
  const answers = shown.map((line) => JSON.stringify({ trial_key: (JSON.parse(line) as { trial_key: string }).trial_key, verdict }));
  await workspace.write({ 'answers.jsonl': answers.join('\n') });
  expect((await assay('label', 'run', '--sample', String(2 * CASES), '--answers', 'answers.jsonl')).stderr).toBe('');
  const gate = async (threshold: string) => {
    const { exitCode, stdout } = await assay('calibrate', 'run', '--gate', 'calibrated', '--threshold', threshold, '--json');
    return { exitCode, ...(JSON.parse(stdout) as { unscored: number; unfinished: boolean; lost: unknown; notes: string[]; gate: { reasons: string[] } }) };
  };
  return { workspace, assay, gate };
}

import { expect } from 'vitest';
import { startChatServer, type ChatRequest } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

const CASES = 200;
/** Half of the replies are good. */
export const isGood = (index: number): boolean => index % 10 < 5;

/** The number of the case that a text is of. */
export const numberIn = (text: string): number => Number(/item (\d+)/u.exec(text)?.[1]);

/** A judge that passes 49 of 50 good replies, and 2 of 5 bad ones. */
function verdictOn({ text }: ChatRequest): string {
  const index = numberIn(text);
  const kind = isGood(index) ? index % 50 !== 0 : Math.floor(index / 10) % 5 < 2;
  return JSON.stringify({ reflection: 'Looked at it.', hits: [], misses: [], classification: kind ? 'FULLY_MET' : 'NOT_MET' });
}

interface Printed {
  readonly groups: readonly { suite?: string; target?: string; method: string; labels: number; more_labels: number; reasons: string[]; pass_rate: Figure; score?: Figure }[];
  readonly quality: readonly { judge: string; labels: number; confusion: Record<string, number>; tpr: { value: number; low: number; high: number }; tnr: { value: number; low: number; high: number }; kappa: { value: number } }[];
  readonly labels: { replies: number; skipped: number; uncovered: number };
  readonly notes: readonly string[];
  readonly gate?: { exit_code: number; reasons: string[] };
}
interface Figure {
  readonly raw: number;
  readonly raw_low: number;
  readonly raw_high: number;
  readonly estimate: number | null;
  readonly low: number;
  readonly high: number;
}

/** A project of two hundred cases, with the target `bot` and a judge over HTTP that is wrong in known ways. */
export async function lenientProject(whenDone?: (remove: () => Promise<void>) => void): Promise<Workspace> {
  const server = await startChatServer(verdictOn, whenDone);
  const lines = Array.from({ length: CASES }, (_, index) => JSON.stringify({ id: `case-${index}`, expected_outcome: 'Is right', rubrics: ['Is right'], input: `The reply to item ${index}` }));
  return createWorkspace(
    {
      'items.jsonl': `${lines.join('\n')}\n`,
      '.assay/targets.yaml': `targets:\n  - { name: bot, provider: mock }\n  - { name: lenient, provider: openai, model: lenient-1, endpoint: '${server.url}', api_key: test }\n`,
    },
    whenDone,
  );
}

/** What `assay calibrate` says of a run. */
export async function calibrate({ folder }: Workspace, ...args: readonly string[]): Promise<Printed & { readonly exitCode: number | null }> {
  const { exitCode, stdout, stderr } = await runAssay(['calibrate', ...args, '--json'], { cwd: folder });
  expect(stderr).toBe('');
  return { ...(JSON.parse(stdout) as Printed), exitCode };
}

import { beforeAll } from 'vitest';
import type { Finished } from '../commands/assay.js';
import { startChatServer, type ChatRequest } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, removeAtEnd, type Workspace } from './workspace.js';

/** Of the suite, all of which are labelled. */
export const CASES = 40;
const numberIn = (text: string): number => Number(/item (\d+)/u.exec(text)?.[1]);
/** Three of four replies are good. */
const isGood = (index: number): boolean => index % 4 !== 0;
/** The share of replies that are good. */
export const TRUTH = 0.75;

/** One judge is right but for one bad reply of five. The other fails every third reply. */
function verdictOn({ model, text }: ChatRequest): string {
  const index = numberIn(text);
  const passes = model === 'fair' ? isGood(index) || index % 20 === 0 : index % 3 !== 0;
  return JSON.stringify({ reflection: 'Read.', hits: [], misses: [], classification: passes ? 'FULLY_MET' : 'NOT_MET' });
}

const line = (index: number, more: object = {}): string => JSON.stringify({ id: `case-${index}`, expected_outcome: 'Is right', rubrics: ['Is right'], input: `Item: item ${index}`, ...more });
/** The cases of the suite, for `items.jsonl`. @param more what a case has besides */
export const lines = (more: (index: number) => object): string => Array.from({ length: CASES }, (_, index) => `${line(index, more(index))}\n`).join('');

/** The settings of the project. @param panel those of its judges */
export const config = (panel: string): string => `judges: { panel: [fair, harsh], ${panel} }\nverdicts: { pass: 0.5, borderline: 0.4 }\n`;

interface Printed {
  readonly groups: readonly { method: string; reasons: string[]; pass_rate: { raw: number; estimate: number | null; low: number; high: number } }[];
}

interface CalibratedProject extends Pick<Workspace, 'read' | 'write'> {
  assay(...args: readonly string[]): Promise<Finished>;
  /** Has people label every reply of a run. */
  label(run: string): Promise<void>;
  /** Runs the suite, and says what the calibration makes of it. */
  later(out: string, ...more: readonly string[]): Promise<Printed['groups'][number] | undefined>;
}

/** A project whose two judges are calibrated by a labelled run, for the tests of a file: made before the first of them. */
export function calibratedProject(): CalibratedProject {
  const atEnd = removeAtEnd();
  let workspace: Workspace;
  const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });

  async function label(run: string): Promise<void> {
    const shown = (await assay('label', run, '--json', '--sample', String(CASES))).stdout.trim().split('\n');
    const answers = shown.map((each) => {
      const { trial_key, reply } = JSON.parse(each) as { trial_key: string; reply: string };
      return JSON.stringify({ trial_key, verdict: isGood(numberIn(reply)) ? 'pass' : 'fail' });
    });
    await workspace.write({ 'answers.jsonl': answers.join('\n') });
    await assay('label', run, '--sample', String(CASES), '--answers', 'answers.jsonl');
  }

  beforeAll(async () => {
    const server = await startChatServer(verdictOn, atEnd);
    const judge = (name: string): string => `  - { name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test }\n`;
    workspace = await createWorkspace({ 'items.jsonl': lines(() => ({})), '.assay/targets.yaml': `targets:\n  - { name: bot, provider: mock }\n${judge('fair')}${judge('harsh')}`, '.assay/config.yaml': config('consensus: mean') }, atEnd);
    await assay('run', 'items.jsonl', '--target', 'bot', '--out', 'first', '--concurrency', '20');
    await label('first');
    const { stdout, stderr } = await assay('calibrate', 'first', '--save');
    if (!stdout.includes('1 suite kept')) throw new Error(stderr);
  }, 60_000);

  return {
    write: (files) => workspace.write(files),
    read: (file) => workspace.read(file),
    assay,
    label,
    async later(out, ...more) {
      await assay('run', 'items.jsonl', '--target', 'bot', '--out', out, '--concurrency', '20', ...more);
      const { groups } = JSON.parse((await assay('calibrate', out, '--json')).stdout) as Printed;
      return groups[0];
    },
  };
}

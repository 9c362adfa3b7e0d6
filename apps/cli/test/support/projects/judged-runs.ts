import { gunzipSync } from 'node:zlib';
import { beforeAll } from 'vitest';
import type { Finished } from '../commands/assay.js';
import { startChatServer, type ChatRequest } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, removeAtEnd, type Workspace } from './workspace.js';

const CASES = 40;
/** The number of a case, which its question and reply name. */
export const numberIn = (text: string): number => Number(/item (\d+)/u.exec(text)?.[1]);
/** Three of four replies are good. */
export const isGood = (index: number): boolean => index % 4 !== 0;

/** Two judges are right, and one says the opposite. */
function verdictOn({ model, text }: ChatRequest): string {
  const passes = isGood(numberIn(text)) !== (model === 'contrary');
  return JSON.stringify({ reflection: 'Read.', hits: [], misses: [], classification: passes ? 'FULLY_MET' : 'NOT_MET' });
}

/** Who judges each run. */
const JUDGES = {
  agreed: '{ panel: [fair, right] }',
  again: '{ panel: [right, fair] }',
  torn: '{ panel: [fair, contrary], consensus: min }',
  cascaded: '{ panel: [fair, contrary], cascade: { first: right, audit: 0 } }',
};

interface Trust {
  readonly run_id: string;
  readonly location: string;
  readonly judging?: { readonly agreement: { readonly alpha: number } };
  readonly calibration?: { readonly quality: readonly { readonly tpr: { readonly value: number } }[] };
}

interface Compared {
  readonly exitCode: number | null;
  /** On one line. */
  readonly stdout: string;
  readonly json: { readonly notes?: readonly string[]; readonly trust?: readonly Trust[] };
  readonly markdown: string;
  readonly html: { readonly page: { readonly comparison: { readonly reasons: readonly string[] } }; readonly runs: readonly { readonly trust?: object }[] };
}

interface JudgedRuns extends Pick<Workspace, 'write'> {
  assay(...args: readonly string[]): Promise<Finished>;
  /** Compares two runs, in every form. */
  compared(a: string, b: string): Promise<Compared>;
}

/** Runs of one suite on one target that differ in who judges, for the tests of a file: made before the first of them. */
export function judgedRuns(...runs: readonly (keyof typeof JUDGES)[]): JudgedRuns {
  const atEnd = removeAtEnd();
  let workspace: Workspace;
  const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });

  beforeAll(async () => {
    const server = await startChatServer(verdictOn, atEnd);
    const judges = ['fair', 'right', 'contrary'].map((name) => `  - { name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test }`);
    const items = Array.from({ length: CASES }, (_, index) => JSON.stringify({ id: `case-${index}`, expected_outcome: 'Is right', rubrics: ['Is right'], input: `Item: item ${index}` }));
    workspace = await createWorkspace({ 'items.jsonl': `${items.join('\n')}\n`, '.assay/targets.yaml': `targets:\n  - { name: bot, provider: mock }\n${judges.join('\n')}\n` }, atEnd);
    for (const run of runs) {
      await workspace.write({ '.assay/config.yaml': `judges: ${JUDGES[run]}\nverdicts: { pass: 0.5, borderline: 0.4 }\n` });
      await assay('run', 'items.jsonl', '--target', 'bot', '--out', run, '--concurrency', '20');
    }
  }, 60_000);

  return {
    write: (files) => workspace.write(files),
    assay,
    async compared(a, b) {
      const { exitCode, stdout } = await assay('compare', a, b, '--report', 'html=c.html,markdown=c.md,json=c.json');
      const [, packed = ''] = /id="assay-page">([^<]*)</u.exec(await workspace.read('c.html')) ?? [];
      return {
        exitCode,
        stdout: stdout.replaceAll(/\s+/gu, ' '),
        json: JSON.parse(await workspace.read('c.json')) as Compared['json'],
        markdown: await workspace.read('c.md'),
        html: JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as Compared['html'],
      };
    },
  };
}

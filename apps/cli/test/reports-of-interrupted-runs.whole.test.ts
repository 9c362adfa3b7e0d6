import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { startChatServer } from './support/servers/chat-server.js';
import { readTable } from './support/read-csv.js';
import { leftovers, project } from './support/projects/reported-project.js';
import type { Workspace } from './support/projects/workspace.js';

describe('an interrupted run', () => {
  async function slow(): Promise<Workspace> {
    const server = await startChatServer(({ text }) => (text.includes('b') ? { hang: true } : 'a'));
    return project({ '.assay/targets.yaml': `targets:\n  - {name: server, provider: openai, model: m, endpoint: '${server.url}', api_key: test}\n` });
  }

  async function interrupted(workspace: Workspace, signal: NodeJS.Signals): Promise<number | null> {
    const { child, finished } = startAssay(['run', 'suite.yaml', '--target', 'server', '--verbose', '--report', 'csv=results.csv'], { cwd: workspace.folder });
    const runs = join(workspace.folder, '.assay/runs');
    for (;;) {
      const [run] = existsSync(runs) ? await readdir(runs) : [];
      if (run && existsSync(join(runs, run, 'results.jsonl')) && (await workspace.read(join('.assay/runs', run, 'results.jsonl'))) !== '') break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill(signal);
    return (await finished).exitCode;
  }

  test('leaves a report of what is known', async () => {
    const workspace = await slow();
    expect(await interrupted(workspace, 'SIGINT')).toBe(130);
    expect(readTable(await workspace.read('results.csv')).map(({ case_id: id }) => id)).toContain('one');
    expect(await leftovers(workspace)).toEqual([]);
  });
});

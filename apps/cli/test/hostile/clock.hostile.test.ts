import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runAssay } from '../support/commands/assay.js';
import { startChatServer } from '../support/servers/chat-server.js';
import { createWorkspace } from '../support/projects/workspace.js';
import { sized } from './support/full.js';

const ENDS = 120_000;
/** What a run of a few seconds takes at most on a busy machine, and far less than the jumps of the clock. */
const SHORT_MS = 100_000;
const HOUR_MS = 3_600_000;
const CLOCK = fileURLToPath(new URL('support/shifted-clock.mjs', import.meta.url));

const SUITE = `evalcases:\n${['busy', 'hang', 'quick'].map((id) => `  - { id: ${id}, expected_outcome: says so, input: ${id}, evaluators: [{ type: contains, value: answer }] }\n`).join('')}`;

/** A date of the next second but one, as HTTP writes it. */
function soon(): string {
  return new Date(Math.floor(Date.now() / 1000) * 1000 + 2000).toUTCString();
}

describe('somebody sets the clock while a run goes on', { timeout: ENDS }, () => {
  test.each(sized([-5], [-5, 5]))('by %d hours: waits, time-outs, durations and order of times stay', async (hours) => {
    const asked: number[] = [];
    const project = await createWorkspace({ 'suite.yaml': SUITE });
    const server = await startChatServer(async ({ text }) => {
      // Not before the run has begun.
      await project.write({ shift: String(hours * HOUR_MS) });
      if (/hang/u.test(text)) return { hang: true };
      if (/quick/u.test(text)) return 'an answer';
      asked.push(performance.now());
      return asked.length === 1 ? { status: 429, headers: { 'retry-after': soon() } } : 'an answer';
    });
    await project.write({
      '.assay/targets.yaml': `targets:\n  - { name: model, provider: openai-compatible, model: m, endpoint: "${server.url}", timeout_seconds: 20, max_retries: 1 }\n`,
      'suite.yaml': SUITE.replace(/.*hang.*\n/u, ''),
      'hang.yaml': SUITE.replace(/.*(?:busy|quick).*\n/gu, ''),
    });
    const env = { NODE_OPTIONS: `--import ${CLOCK}`, SHIFT_FILE: join(project.folder, 'shift') };
    const options = { cwd: project.folder, env };
    const { stdout, exitCode } = await runAssay(['run', 'suite.yaml', '--target', 'model', '--concurrency', '1', '--json'], options);
    expect(exitCode).toBe(0);
    // The server said two seconds, of which the one that had begun was up to a whole one.
    const [first = 0, second = 0] = asked;
    expect(second - first).toBeGreaterThan(900);
    const took = (JSON.parse(stdout) as { readonly duration_ms: number }).duration_ms;
    expect(took).toBeGreaterThanOrEqual(0);
    expect(took).toBeLessThan(SHORT_MS);
    for (const { startedAt, finishedAt, latencyMs } of await project.rows()) {
      expect(Date.parse(finishedAt)).toBeGreaterThanOrEqual(Date.parse(startedAt));
      expect(latencyMs).toBeGreaterThanOrEqual(0);
      expect(latencyMs).toBeLessThan(SHORT_MS);
    }
    const { startedAt, finishedAt, runId } = await project.manifest();
    expect(Date.parse(finishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(startedAt));
    expect(runId).toMatch(/^20\d\d-\d\d-\d\dT\d\d-\d\d-\d\d-[\da-f]{4}$/u);
    expect(await runAssay(['compare', 'latest', 'latest'], options)).toMatchObject({ exitCode: 0 });
    await project.remove('shift');
    const { exitCode: hung } = await runAssay(['run', 'hang.yaml', '--target', 'model', '--timeout', '1', '--max-retries', '0', '--out', 'hung'], options);
    expect(hung).toBe(3);
    expect(await project.rows('hung')).toMatchObject([{ error: { message: expect.stringContaining('gave no reply within 1 s') } }]);
  });
});

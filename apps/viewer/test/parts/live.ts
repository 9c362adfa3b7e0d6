import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBatchServer } from '@assay/schema/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runAssay, startAssay } from '../support/assay-view.js';
import type { PageWorld } from '../support/page-world.js';
import { everywhere, NOTHING } from './accessible.js';

/** The page while things change. Comes last: it ends the server. */
export function liveTests(world: PageWorld): void {
  test('a run whose requests are in a batch says that it waits, and has its replies when they were collected', async () => {
    let done = false;
    const server = await startBatchServer({ answer: () => 'it is 42', done: () => done });
    onTestFinished(server.close);
    const folder = world.project;
    const questions = ['one', 'two'].map((id) => `  - { id: ${id}, expected_outcome: says 42, input: ${id}, evaluators: [{ type: contains, value: '42' }] }\n`);
    writeFileSync(join(folder, 'batch.eval.yaml'), `evalcases:\n${questions.join('')}`);
    writeFileSync(join(folder, 'batch.yaml'), `targets:\n  - { name: bot, provider: openai, model: m, endpoint: '${server.url}/v1', api_key: x }\n`);
    const args = ['batch.eval.yaml', '--target', 'bot', '--targets', 'batch.yaml', '--batch', '--out', '.assay/runs/batch'];
    expect(await runAssay(folder, 'run', ...args)).toBe(3);
    const { page } = world;
    await world.show('#/runs', 'tr:has-text("batch") .badge');
    await expect.poll(() => world.text('tr:has(a:text-is("batch")) .badge')).toBe('? waiting');
    await world.show('#/run/batch', '.run-head');
    await expect.poll(() => world.text('.story')).toMatch(/2 wait for batches: --resume collects them.* reasons/u);
    done = true;
    expect(await runAssay(folder, 'run', '--resume', 'batch')).toBe(0);
    await world.show('#/run/batch', '.grid-lines .grid-row');
    await expect.poll(() => world.lineCount()).toBe(2);
    await world.press('u');
    await expect.poll(() => world.text('.usage .facts')).toContain('2 from a batch');
    await expect.poll(() => page.locator('.badge.pass').count()).toBe(1);
    expect(world.takeMisdeeds()).toEqual([]);
  }, 60_000);

  test('shows a run that begins while the list of runs is looked at, also where there was none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-page-of-none-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'hello.yaml'), 'evalcases:\n  - { id: hello, expected_outcome: Greets, input: hello, evaluators: [{ type: contains, value: hello }] }\n');
    await world.elsewhere(folder, async (page) => {
      await page.locator('.runs .notice, .runs .hint').first().waitFor();
      expect(await page.locator('.runs').innerText()).toContain('There are no runs yet');
      for (const count of [1, 2]) {
        expect(await runAssay(folder, 'run', 'hello.yaml', '--target', 'mock')).toBe(0);
        await expect.poll(() => page.locator('.runs tbody .badge.pass').count(), { timeout: 15_000 }).toBe(count);
      }
    });
    expect(world.takeMisdeeds()).toEqual([]);
  }, 60_000);

  test('keys stay with a run while others begin above it or go away', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-page-of-keys-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'hello.yaml'), 'evalcases:\n  - { id: hello, expected_outcome: Greets, input: hello, evaluators: [{ type: contains, value: hello }] }\n');
    const run = (id: string): Promise<number> => runAssay(folder, 'run', 'hello.yaml', '--target', 'mock', '--out', join('.assay', 'runs', id));
    expect([await run('one'), await run('two')]).toEqual([0, 0]);
    await world.elsewhere(folder, async (page) => {
      const names = (of = '') => page.locator(`.runs tbody tr${of} th a`).allInnerTexts();
      await expect.poll(() => names()).toEqual(['two', 'one']);
      await page.keyboard.press('j');
      expect(await run('three')).toBe(0);
      await expect.poll(() => names(), { timeout: 15_000 }).toEqual(['three', 'two', 'one']);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('one');
      await page.keyboard.press('x');
      await page.keyboard.press('k');
      await page.keyboard.press('x');
      expect(await names('.chosen')).toEqual(['two', 'one']);
      // What is gone is chosen no more, and takes the place of nothing that is.
      rmSync(join(folder, '.assay', 'runs', 'two'), { recursive: true });
      await expect.poll(() => names(), { timeout: 15_000 }).toEqual(['three', 'one']);
      await page.locator('.runs tbody tr').first().locator('input').check();
      expect(await names('.chosen')).toEqual(['three', 'one']);
    });
    expect(world.takeMisdeeds()).toEqual([]);
  }, 60_000);

  test('a run that was read is followed on when it is resumed, told when it is gone, and read anew when another stands in its folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-page-of-later-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const runs = join(folder, '.assay', 'runs');
    const cases = Array.from({ length: 30 }, (_, at) => `  - { id: c${at}, expected_outcome: x, input: hello ${at}, evaluators: [{ type: contains, value: hello }] }\n`);
    writeFileSync(join(folder, 'live.yaml'), `evalcases:\n${cases.join('')}`);
    writeFileSync(join(folder, 'other.yaml'), `evalcases:\n${cases.join('').replaceAll('id: c', 'id: another-').replaceAll('hello', 'hi').replaceAll('value: hi', 'value: "1"')}`);
    expect(await runAssay(folder, 'run', 'live.yaml', '--target', 'mock', '--out', '.assay/runs/one')).toBe(0);
    // As a run is left that was killed on its way.
    const rows = readFileSync(join(runs, 'one', 'results.jsonl'), 'utf8').split('\n').slice(0, 12);
    writeFileSync(join(runs, 'one', 'results.jsonl'), `${rows.join('\n')}\n`);
    writeFileSync(join(runs, 'one', 'run.json'), readFileSync(join(runs, 'one', 'run.json'), 'utf8').replace('"status": "finished"', '"status": "running"'));
    rmSync(join(runs, 'one', 'summary.json'));
    await world.elsewhere(folder, async (page) => {
      const lines = async (): Promise<number> => Number(await page.locator('.grid').getAttribute('aria-rowcount')) - 1;
      const later = { timeout: 20_000 };
      await page.evaluate(() => (location.hash = '#/run/one'));
      await page.locator('.run-title .badge', { hasText: 'killed' }).waitFor();
      expect(await lines()).toBe(12);
      expect(await runAssay(folder, 'run', '--resume', 'one')).toBe(0);
      await expect.poll(lines, later).toBe(30);
      await page.locator('.run-title .badge.pass').waitFor();
      expect(await page.locator('.story').innerText()).not.toContain('killed');
      await page.evaluate(() => (location.hash = '#/run/one?q=hello+2'));
      await expect.poll(lines, later).toBe(11);
      renameSync(join(runs, 'one'), join(runs, 'renamed'));
      await expect.poll(() => page.locator('.run-list .notice.error').allInnerTexts(), later).toEqual([expect.stringMatching(/^The run "one" is not there any more .*removed or renamed/u)]);
      expect(await lines()).toBe(11);
      rmSync(join(runs, 'renamed'), { recursive: true });
      expect(await runAssay(folder, 'run', 'other.yaml', '--target', 'mock', '--out', '.assay/runs/one')).toBe(1);
      // What was found in the run before is not taken for something that is found in this one.
      await page.locator('.notice.hint', { hasText: 'No reply is as the filter asks' }).waitFor(later);
      await page.evaluate(() => (location.hash = '#/run/one'));
      await expect.poll(() => page.locator('.grid-row .case-id').first().innerText(), later).toBe('another-0');
      expect(await page.locator('.notice.error').count()).toBe(0);
      await page.evaluate(() => (location.hash = '#/run/one?row=29'));
      await expect.poll(() => page.locator('.case h2').innerText()).toBe('another-29');
    });
    expect(world.takeMisdeeds(/status of 404/u)).toEqual([]);
  }, 90_000);

  test('shows rows of a run as they come, and says when the server has gone', async () => {
    const folder = world.project;
    const cases = Array.from({ length: 6 }, (_, at) => `  - id: c${at}\n    expected_outcome: x\n    input: hello ${at}\n    evaluators: [{ type: contains, value: hello }]\n`);
    writeFileSync(join(folder, 'live.eval.yaml'), `evalcases:\n${cases.join('')}`);
    // A target that waits for a file: the test says how fast the run goes.
    writeFileSync(join(folder, 'slow.mjs'), "import { existsSync } from 'node:fs';\nconst end = Date.now() + 20000;\nconst wait = () => (process.argv[2].includes('hello 0') || existsSync('go') || Date.now() > end ? console.log('hello') : setTimeout(wait, 20));\nwait();\n");
    writeFileSync(join(folder, 'slow.yaml'), 'targets:\n  - name: slow\n    provider: cli\n    command: [node, slow.mjs, "{PROMPT}"]\n    workers: 2\n');
    const run = startAssay(folder, 'run', 'live.eval.yaml', '--target', 'slow', '--targets', 'slow.yaml');
    run.stdout?.resume();
    run.stderr?.resume();
    const ended = once(run, 'close');
    const { page } = world;
    await expect
      .poll(
        async () => {
          await world.show('#/runs', '.runs tbody tr');
          return page.locator('.badge.running').count();
        },
        { timeout: 20_000, interval: 250 },
      )
      .toBe(1);
    await page.locator('tr:has(.badge.running) a').click();
    await expect.poll(() => world.lines().count(), { timeout: 15_000 }).toBe(1);
    expect(await everywhere(page)).toEqual(NOTHING);
    writeFileSync(join(folder, 'go'), '');
    await expect.poll(() => world.lines().count(), { timeout: 15_000 }).toBe(6);
    await page.locator('.badge.pass').waitFor();
    expect(await ended).toEqual([0, null]);
    expect(world.takeMisdeeds()).toEqual([]);
    await world.closeServer();
    await world.press('Enter');
    await page.locator('.gone').waitFor();
    expect(await everywhere(page)).toEqual(NOTHING);
    expect(world.takeMisdeeds(/request|error/u)).toEqual([]);
  }, 60_000);
}

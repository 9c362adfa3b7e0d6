import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Provider } from '@assay/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gone, node } from '../test/node-programs.js';
import { ask, failureOf, makeTarget } from '../test/targets.js';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-cli-test-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function command(parts: readonly string[]): Promise<Provider> {
  return makeTarget('cli', { command: parts }, { environment: { directory } });
}

describe('the reply', () => {
  test.skipIf(process.platform === 'win32').each([
    ['a file without an end', 'fs.truncateSync(fs.openSync(args[0], "w"), 2 ** 40)', 'is larger than 4 MB'],
    ['a pipe', 'child.execFileSync("mkfifo", [args[0]])', 'is no file'],
    ['a device', 'fs.symlinkSync("/dev/zero", args[0])', 'is a link, and links are not followed'],
    ['a link to nothing', 'fs.symlinkSync("nowhere", args[0])', 'is a link'],
    ['a link to itself', 'fs.symlinkSync(args[0], args[0])', 'is a link'],
    ['a second name of a file', 'fs.writeFileSync(args[0] + "2", "secret"); fs.linkSync(args[0] + "2", args[0])', 'is a link'],
    [
      'a link in place of its folder',
      'const path = require("node:path"); const folder = path.dirname(args[0]); fs.mkdirSync("moved"); fs.writeFileSync("moved/output", "secret"); fs.rmSync(folder, { recursive: true }); fs.symlinkSync(path.resolve("moved"), folder)',
      'is a link',
    ],
  ])('%s at {OUTPUT_FILE} is a bad reply', async (_title, code, said) => {
    const writes = node(`const fs = require("node:fs"); const child = require("node:child_process"); ${code}`, '{OUTPUT_FILE}');
    const error = await failureOf((await command(writes)).generate(ask('x')));
    expect(error).toMatchObject({ kind: 'bad_reply', retryable: false, message: expect.stringContaining(said) });
  });
});

describe('failures', () => {
  test('a command that ignores SIGTERM is killed after a grace', async () => {
    const file = join(directory, 'stubborn.pid');
    const code = `process.on('SIGTERM', () => {}); require('fs').writeFileSync(args[0], String(process.pid)); setInterval(() => {}, 1000)`;
    const provider = await command(node(code, file));
    const controller = new AbortController();
    const failure = failureOf(provider.generate(ask('x', { signal: controller.signal })));
    let pid = 0;
    while (!pid) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      pid = Number(await readFile(file, 'utf8').catch(() => '0'));
    }
    controller.abort();
    expect((await failure).kind).toBe('aborted');
    expect(await gone(pid)).toBe(true);
  });
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const source = path.join(import.meta.dirname, 'evaluate-script.ts');
const tsdown = path.join(import.meta.dirname, '../../../../node_modules/.bin/tsdown');

/** A program that says what scripts give, and then has nothing more to do. */
const PROGRAM = `
import { evaluateScript } from ${JSON.stringify(source)};
const globals = { text: 'hello' };
const stuck = 'for(;;)"x".repeat(1e6).split("").join("y")';
if (process.argv[2] === 'exit') {
  void evaluateScript({ code: stuck, globals, deadlineMs: 60_000 });
  setTimeout(() => process.exit(7), 500);
} else if (process.argv[2] === 'held') {
  const sum = (upTo) => 'let sum = 0; for (let i = 0; i < ' + upTo + '; i++) sum += i; sum';
  await evaluateScript({ code: sum(1e6), globals, deadlineMs: 60_000 });
  // What computes for 300 ms here: less than its time on any machine, whatever that is busy with.
  const before = process.cpuUsage();
  await evaluateScript({ code: sum(1e6), globals, deadlineMs: 60_000 });
  const { user, system } = process.cpuUsage(before);
  const upTo = Math.round((1e6 * 300_000) / (user + system));
  console.error('begun');
  const given = await evaluateScript({ code: sum(upTo), globals, deadlineMs: 1_000 }).catch(({ message }) => message);
  console.log(JSON.stringify({ given, sum: (upTo * (upTo - 1)) / 2 }));
} else {
  const { value } = await evaluateScript({ code: 'r.length', globals });
  const error = await evaluateScript({ code: stuck, globals, deadlineMs: 50 }).catch(({ message }) => message);
  const after = await evaluateScript({ code: 'r.length > 3', globals });
  console.log(JSON.stringify([value, error, after.value]));
}
`;

/** Built as a command is: everything in it, small, and far from any installed package. */
const CONFIG = `export default {
  entry: { program: 'program.ts' }, format: 'esm', platform: 'node', target: 'node20.19', fixedExtension: false,
  dts: false, minify: true, noExternal: [/.*/u],
  inputOptions: { resolve: { conditionNames: ['@assay/source', 'import', 'node', 'default'] } },
};`;

describe('in a bundle, in a process of its own', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-sandbox-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeAll(() => {
    writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
    writeFileSync(path.join(folder, 'program.ts'), PROGRAM);
    writeFileSync(path.join(folder, 'tsdown.config.mjs'), CONFIG);
    spawnSync(tsdown, [], { cwd: folder });
  }, 60_000);

  function run(...args: readonly string[]) {
    return spawnSync(process.execPath, [path.join(folder, 'dist/program.js'), ...args], {
      cwd: tmpdir(),
      encoding: 'utf8',
      timeout: 20_000,
    });
  }

  test('scripts run, a hostile one is ended, and the process ends by itself', () => {
    const { status, stdout, stderr } = run();
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      { type: 'number', value: 5 },
      'the script did not finish within 50 ms',
      { type: 'boolean', value: true },
    ]);
    expect(status).toBe(0);
  });

  test('the time in which others keep its process from computing does not count', async () => {
    const child = spawn(process.execPath, [path.join(folder, 'dist/program.js'), 'held'], { stdio: ['ignore', 'pipe', 'pipe'] });
    const printed = text(child.stdout);
    await once(child.stderr, 'data');
    // So that the script has begun.
    await sleep(100);
    child.kill('SIGSTOP');
    await sleep(1_500);
    child.kill('SIGCONT');
    const { given, sum } = JSON.parse(await printed);
    expect(given).toEqual({ value: { type: 'number', value: sum } });
  }, 60_000);

  test('a process that ends does not wait for a script that does not', () => {
    expect(run('exit').status).toBe(7);
  });
});

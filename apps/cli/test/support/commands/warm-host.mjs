/**
 * A process that runs one command of the built Assay after the other, each as if it were alone: with its arguments, folder
 * environment and standard input, and secrets of its own. A command has ended when nothing of it would keep a process of its own going.
 */
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** Ends a wait that would never end; a test fails before. */
const LONGEST_MS = 120_000;

const [, , bin] = process.argv;
const write = { stdout: process.stdout.write.bind(process.stdout), stderr: process.stderr.write.bind(process.stderr) };

function count(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** What keeps this process going, beyond what did before. */
function keptBy(before) {
  return [...count(process.getActiveResourcesInfo())].flatMap(([name, number]) => (number > (before.get(name) ?? 0) ? [name] : []));
}

/** The standard input of this process, which is at its end. It is opened by the first who looks at it, and keeps nothing going. */
const nothing = process.stdin;

function surround({ args, cwd, env, input }) {
  Object.defineProperty(process, 'stdin', { configurable: true, value: input === undefined ? nothing : new PassThrough().end(input) });
  process.argv = [process.execPath, bin, ...args];
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  for (const name of ['stdout', 'stderr']) {
    process[name].write = write[name];
    process[name].removeAllListeners('error');
  }
}

async function run(main, command) {
  surround(command);
  const before = count(process.getActiveResourcesInfo());
  const known = new Set(process.listeners('exit'));
  const exitCode = await main(command.args);
  const deadline = performance.now() + LONGEST_MS;
  for (let kept = keptBy(before); kept.length > 0; kept = keptBy(before)) {
    if (performance.now() > deadline) throw new Error(`the command has ended, and its process would go on for ${kept.join(', ')}`);
    await wait(2);
  }
  for (const listener of process.listeners('exit')) {
    if (known.has(listener)) continue;
    process.off('exit', listener);
    listener.call(process, exitCode);
  }
  return exitCode;
}

process.setMaxListeners(0);
// Importing it runs a command, as starting it does.
process.argv = [process.execPath, bin, '--version'];
process.stdout.write = (_text, ...more) => {
  more.find((one) => typeof one === 'function')?.();
  return true;
};
const { main } = await import(pathToFileURL(bin).href);

process.on('disconnect', () => process.exit());
process.on('message', async (command) => {
  const exitCode = await run(main, command);
  process.chdir('/');
  write.stdout(command.end);
  write.stderr(command.end);
  process.send({ exitCode });
});
process.send('ready');

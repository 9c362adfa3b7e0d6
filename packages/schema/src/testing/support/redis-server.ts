import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether tests may start a Redis server here. */
export interface RedisPresence {
  readonly absent: boolean;
  /** For the names of tests: why they are skipped, and how to have them; empty when they run. */
  readonly note: string;
}

/** Without a warning, or with time to write down what it holds. */
type EndSignal = 'SIGKILL' | 'SIGTERM';

/** A Redis server of a test, in a folder of its own, that keeps what it is told when it is started again. */
export interface RedisServer {
  readonly port: number;
  /** `redis://127.0.0.1:port` */
  readonly url: string;
  /** Ends it, by default without a warning. */
  kill(signal?: EndSignal): Promise<void>;
  /** Starts it again with what it held. */
  start(): Promise<void>;
  /** Has it stand still: connections to it stay, and can be made, and nothing answers. */
  hang(): void;
  /** Has one that stands still go on. */
  goOn(): void;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/** @throws Error when it is absent although ASSAY_REQUIRE_SERVICES says that it must be there. */
export function redisPresence(): RedisPresence {
  const absent = spawnSync('redis-server', ['--version']).error !== undefined;
  if (absent && (process.env['ASSAY_REQUIRE_SERVICES'] ?? '') !== '') throw new Error('redis-server is not installed, and ASSAY_REQUIRE_SERVICES is set');
  return { absent, note: absent ? ' (skipped: install redis-server)' : '' };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether the server answers a command. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    // Also when it wants a password first; not while it loads what it held.
    socket.once('data', (data) => {
      socket.destroy();
      resolve(!String(data).startsWith('-LOADING'));
    });
    socket.once('error', () => resolve(false));
  });
}

/** Most milliseconds that a server takes to start on a busy machine. */
const START_MS = 20_000;

/** @param settings as on its command line, such as `--requirepass secret`. */
export async function startRedis(settings: readonly string[] = []): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-redis-'));
  const port = await freePort();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const fixed = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes', '--appendfsync', 'everysec', '--daemonize', 'no'];
    child = spawn('redis-server', [...fixed, ...settings], { stdio: 'ignore' });
    for (const until = performance.now() + START_MS; !(await answers(port)); await sleep(20)) {
      if (performance.now() > until || child.exitCode !== null) throw new Error(`redis-server does not start: ${settings.join(' ')}`);
    }
  }

  async function kill(signal: EndSignal = 'SIGKILL'): Promise<void> {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    // One that stands still hears no other signal than that which ends it at once.
    ending.kill('SIGCONT');
    await ended;
  }

  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    hang: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

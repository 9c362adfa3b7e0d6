import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('server.mjs', import.meta.url));
const LEAN_SERVER = fileURLToPath(new URL('lean-server.mjs', import.meta.url));
const FAULTY_SERVER = fileURLToPath(new URL('faulty-server.mjs', import.meta.url));

/**
 * Starts the answering server, or one that fails as it is told, in a process of its own, so that it does not share our event loop.
 * @param options `isLean`: one that computes as little as it can.
 */
export async function startServer({ delayMs = 0, faults, isLean = false } = {}) {
  const child = spawn(process.execPath, [faults ? FAULTY_SERVER : isLean ? LEAN_SERVER : SERVER], {
    env: { ...process.env, SERVER_DELAY_MS: String(delayMs), SERVER_FAULTS: JSON.stringify(faults ?? {}) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(chunk).trim()}/v1`, stop: () => child.kill() };
}

// A chat-completions server that fails as SERVER_FAULTS says, seeded: shares of requests, as {"429": 0.1, "hang": 0.05}.
// Answers the others after SERVER_DELAY_MS. Prints its port; GET /stats tells how many requests came.
import { createServer } from 'node:http';
import { reply } from './chat-reply.mjs';

const delay = Number(process.env.SERVER_DELAY_MS ?? 0);
const faults = Object.entries(JSON.parse(process.env.SERVER_FAULTS ?? '{}'));
let state = Number(process.env.SERVER_SEED ?? 1);
let requests = 0;

/** A number in [0, 1). */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

function pick() {
  let left = random();
  for (const [fault, share] of faults) {
    if (left < share) return fault;
    left -= share;
  }
  return undefined;
}

const json = { 'content-type': 'application/json' };

const answers = {
  429: (response) => response.writeHead(429, { ...json, 'retry-after': '1' }).end('{"error":{"message":"slow down"}}'),
  500: (response) => response.writeHead(500, json).end('{"error":{"message":"broken"}}'),
  hang: () => undefined,
  reset: (response) => response.socket.resetAndDestroy(),
  junk: (response) => response.writeHead(200, json).end('{"choices": [{"mess'),
};

const server = createServer((request, response) => {
  if (request.url === '/stats') {
    response.writeHead(200, json).end(JSON.stringify({ requests }));
    return;
  }
  requests += 1;
  const answer = answers[pick()] ?? (() => setTimeout(() => response.writeHead(200, json).end(reply), delay));
  request.resume().on('end', () => answer(response));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

// A chat-completions server that answers at once, or after SERVER_DELAY_MS. Prints its port.
import { createServer } from 'node:http';
import { reply } from './chat-reply.mjs';

const delay = Number(process.env.SERVER_DELAY_MS ?? 0);
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(reply) };

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const answer = () => response.writeHead(200, headers).end(reply);
    if (delay > 0) setTimeout(answer, delay);
    else answer();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

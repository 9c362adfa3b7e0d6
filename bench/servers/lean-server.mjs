// Stands for an API on another machine, which takes nothing of the processors that are measured: as little HTTP as clients need.
// Answers after SERVER_DELAY_MS. Prints its port.
import { createServer } from 'node:net';
import { reply } from './chat-reply.mjs';

const delay = Number(process.env.SERVER_DELAY_MS ?? 0);
const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(reply)}\r\n\r\n${reply}`;

/** How long the first request is that has come as a whole; undefined while none has. */
function requestLength(text) {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const length = end + 4 + Number(/\r\ncontent-length: (\d+)/iu.exec(text.slice(0, end))?.[1] ?? 0);
  return length <= text.length ? length : undefined;
}

const server = createServer({ noDelay: true }, (socket) => {
  let text = '';
  socket.on('error', () => undefined).on('data', (chunk) => {
    text += chunk.latin1Slice();
    for (let length = requestLength(text); length !== undefined; length = requestLength(text)) {
      text = text.slice(length);
      setTimeout(() => socket.write(answer), delay);
    }
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

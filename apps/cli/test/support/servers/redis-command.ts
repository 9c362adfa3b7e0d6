import { once } from 'node:events';
import { connect } from 'node:net';

/** Tells a Redis server something, as an operator or whoever can write there does. @returns its answer, as it is sent: `:1\r\n` */
export async function redisCommand(port: number, ...words: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${words.join(' ')}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
}

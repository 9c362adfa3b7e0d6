// The desk behind HTTP, in the form of the chat completions API. Prints its address.
import { createServer } from 'node:http';
import { answer } from './answer.mjs';

const textOf = ({ content }) => (typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'));

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { model, messages } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const said = messages.filter(({ role }) => role === 'user').map(textOf);
  const system = messages.find(({ role }) => role === 'system');
  const content = answer(said, system ? textOf(system) : '');
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      id: 'desk',
      object: 'chat.completion',
      model,
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
      usage: { prompt_tokens: said.join(' ').length, completion_tokens: content.length, total_tokens: said.join(' ').length + content.length },
    }),
  );
});

server.listen(Number(process.env.LIBRARY_PORT ?? 0), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});

// The floor: the same requests with the built-in fetch, nothing else.
// Usage: node fetch-loop.mjs URL REQUESTS CONCURRENCY
const [url, requests, concurrency] = process.argv.slice(2);
let next = 0;

async function worker() {
  while (next < Number(requests)) {
    const number = next++;
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
      body: JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: `question number ${number}` }] }),
    });
    const reply = await response.json();
    if (!reply.choices[0].message.content.includes('42')) process.exitCode = 1;
  }
}

await Promise.all(Array.from({ length: Number(concurrency) }, worker));

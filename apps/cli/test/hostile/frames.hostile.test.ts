import type { ResultRow } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { createWorkspace } from '../support/projects/workspace.js';
import { FRAMES, LINGERING, SILENCES, STREAMED_FRAMES, type Frame } from './support/frames.js';
import { startFrameServer } from './support/frame-server.js';
import { sized } from './support/full.js';
import { PROTOCOLS, SAID, type Protocol } from './support/protocols.js';
import { runAssay } from './support/run-assay.js';

const GOOD = 'as it should be';

/** Far from every run that ends, near to every one that hangs. */
const MINUTES = 240_000;

/** Each is followed by a reply as it should be: what comes after an odd one is read as ever. */
function casesOf(odd: readonly string[]): string {
  const names = odd.flatMap((name) => [name, GOOD]);
  const evaluators = [{ type: 'contains', value: 'fine' }];
  return names.map((name, index) => `${JSON.stringify({ id: `c${index}`, outcome: 'Says fine', input: `[[${name}]]`, evaluators })}\n`).join('');
}

/** The provider that stands for each protocol in the sample; a full run has them all. */
const providersOf = ({ providers }: Protocol): readonly string[] => sized(Object.keys(providers).slice(0, 1), Object.keys(providers));

/** What became of a reply: what it said, or its error. */
function outcomeOf({ status, score, output, error, costUsd }: ResultRow): string {
  const said = output?.text ?? '';
  if ((costUsd ?? 0) < 0) return `a gain of ${costUsd}`;
  return status === 'ok' && score === 1 ? `ok: ${said}` : `${status} ${score}: ${error?.message ?? said}`;
}

interface Asking {
  readonly protocol: string;
  readonly frames: Readonly<Record<string, Frame>>;
  readonly more?: string;
}

/** Asks every target of a protocol for every frame, and tells which outcomes are not what is said of them. */
async function attack({ protocol: key, frames, more = '' }: Asking): Promise<object> {
  const protocol = PROTOCOLS[key];
  if (!protocol) throw new Error(key);
  const elsewhere = await startFrameServer((_, socket) => socket.end());
  const server = await startFrameServer(({ name, path }, socket) => {
    void (frames[name] ?? FRAMES[GOOD])?.write({ socket, protocol, path, elsewhere: elsewhere.url });
  });
  const providers = providersOf(protocol);
  const targets = providers.map((provider) =>
    [`  - { name: ${provider}, provider: ${provider}, model: m, endpoint: "${server.url}/${key}${protocol.path}"`, 'max_retries: 0', more, protocol.providers[provider]]
      .filter(Boolean)
      .join(', ')
      .concat(' }\n'),
  );
  const project = await createWorkspace({ 'cases.jsonl': casesOf(Object.keys(frames)), '.assay/targets.yaml': `targets:\n${targets.join('')}` });
  const { exitCode, stderr, stdout } = await runAssay(['run', 'cases.jsonl', ...providers.flatMap((name) => ['--target', name])], { cwd: project.folder });
  const rows = await project.rows();
  const odd = providers.flatMap((provider) => {
    const own = rows.filter(({ target }) => target === provider);
    const lost = 2 * Object.keys(frames).length - own.length;
    const wrong = own.flatMap((row) => {
      const name = String(row.input.at(-1)?.content).slice(2, -2);
      const problem = frames[name]?.problem;
      const was = outcomeOf(row);
      const right = problem ? was.startsWith('error null: ') && problem.test(was) : was === `ok: ${SAID}`;
      return right ? [] : [{ provider, name, was, expected: problem?.source ?? SAID }];
    });
    return lost === 0 ? wrong : [...wrong, { provider, lost }];
  });
  const escapes = `${stdout}${stderr}`.includes('\u001B');
  return { exitCode, wrong: odd, escapes, ledElsewhere: elsewhere.asked, ...(odd.length > 0 ? { stderr } : {}) };
}

/** Replies as they should be, around the odd values of a protocol. */
function oddValuesOf(protocol: string): Readonly<Record<string, Frame>> {
  const odd = Object.entries(PROTOCOLS[protocol]?.odd ?? {});
  const frames = odd.map(([name, [value, problem]]): [string, Frame] => {
    const body = JSON.stringify(value);
    const write: Frame['write'] = ({ socket }) => socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    return [name, { write, ...(problem ? { problem } : {}) }];
  });
  return Object.fromEntries(frames);
}

/** What comes of it when each reply costs at most its own trial. */
const HELD = { exitCode: 3, wrong: [], escapes: false, ledElsewhere: [] };

const names = Object.keys(PROTOCOLS);
const streaming = names.filter((name) => PROTOCOLS[name]?.events);

describe('odd frames', { timeout: MINUTES }, () => {
  test.for(sized(['chat', 'gemini'], names))('of replies of %s, and odd values in them: what they say, or what is wrong', async (protocol) => {
    expect(await attack({ protocol, frames: { ...FRAMES, ...oddValuesOf(protocol) } })).toEqual(HELD);
  });

  test.for(sized(['chat'], streaming))('of streams of %s: what they say, or what is wrong', async (protocol) => {
    expect(await attack({ protocol, frames: STREAMED_FRAMES, more: 'stream: true, max_reply_mb: 0.5' })).toEqual(HELD);
  });

  test('without an end: a time-out', async () => {
    // Side by side, since they wait. One of the two in the sample has streams.
    const silent = names.filter((protocol) => sized(['chat', 'generation'], names).includes(protocol));
    const asking = silent.map(async (protocol) => attack({ protocol, frames: SILENCES, more: `timeout_seconds: 3, stream: ${streaming.includes(protocol)}` }));
    expect(await Promise.all(asking)).toEqual(silent.map(() => HELD));
    expect(silent.length).toBeGreaterThan(1);
  });

  // Gemini tells no end.
  test.for(sized(['chat'], ['chat', 'messages']))('after the end of streams of %s: what they say', async (protocol) => {
    expect(await attack({ protocol, frames: LINGERING, more: 'stream: true' })).toEqual({ ...HELD, exitCode: 0 });
  });
});

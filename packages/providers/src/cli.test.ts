import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, createRedactor, type Provider } from '@assay/schema';
import { providerConformance, type ProviderBehaviour } from '@assay/schema/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gone, node, NODE } from '../test/node-programs.js';
import { ask, failureOf, makeTarget } from '../test/targets.js';
import { provider as cli } from './cli.js';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-cli-test-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function command(parts: string | readonly string[], more: Record<string, unknown> = {}): Promise<Provider> {
  return makeTarget('cli', { command: parts, ...more }, { environment: { directory } });
}

const SHOW_ARGS = 'console.log(JSON.stringify(args))';
const HOSTILE = `it's "quoted" $(touch pwned) \`touch pwned\` ; touch pwned & {OUTPUT_FILE} $HOME \\ \n * -x`;

async function argsOf(provider: Provider, prompt: string): Promise<unknown> {
  return JSON.parse((await provider.generate(ask(prompt))).text);
}

describe('the command and its placeholders', () => {
  test('an argv list runs without a shell and each placeholder stays one argument', async () => {
    const provider = await command(node(SHOW_ARGS, '{PROMPT}', 'id={EVAL_ID}', '{ATTEMPT}'));
    const reply = await provider.generate(ask(HOSTILE, { caseId: 'case 1', attempt: 2 }));
    expect(JSON.parse(reply.text)).toEqual([HOSTILE, 'id=case 1', '2']);
    expect(await readdir(directory)).not.toContain('pwned');
  });

  test.each([
    ['bare', '{PROMPT}'],
    ['in double quotes', '"{PROMPT}"'],
    ['in single quotes', "'{PROMPT}'"],
    ['glued to a flag', '--prompt={PROMPT}'],
  ])('a shell line never runs what a prompt says: placeholder %s', async (_name, written) => {
    const provider = await command(`"${NODE}" -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- ${written}`);
    const [seen] = (await argsOf(provider, HOSTILE)) as readonly string[];
    expect(seen?.replace('--prompt=', '')).toBe(HOSTILE);
    expect(await readdir(directory)).not.toContain('pwned');
  });

  test('a shell line may pipe, and more than nine placeholders are told apart', async () => {
    const line = Array.from({ length: 12 }, () => '{EVAL_ID}').join(' ');
    const provider = await command(`printf '%s-' ${line} {ATTEMPT} | tr a-z A-Z`);
    const reply = await provider.generate(ask('x', { caseId: 'ab', attempt: 3 }));
    expect(reply.text).toBe(`${'AB-'.repeat(12)}3-`);
  });

  test('{FILES} alone expands to several arguments, each as files_format says', async () => {
    const content = [
      { type: 'text', value: 'look' },
      { type: 'file', value: 'a b.py', path: '/data/a b.py', text: '1' },
      { type: 'file', value: 'c.png', path: '/data/c.png', mediaType: 'image/png' },
      { type: 'file', value: 'g.md', path: '/data/g.md', text: 'rules', guideline: true },
    ] as const;
    const request = { ...ask(''), messages: [{ role: 'user' as const, content }] };
    const bare = await command(node(SHOW_ARGS, '{FILES}', 'end'));
    expect(JSON.parse((await bare.generate(request)).text)).toEqual(['/data/a b.py', '/data/c.png', 'end']);
    const line = `"${NODE}" -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- {FILES} end`;
    const formatted = await command(line, { files_format: '--file {path}' });
    expect(JSON.parse((await formatted.generate(request)).text)).toEqual([
      '--file',
      '/data/a b.py',
      '--file',
      '/data/c.png',
      'end',
    ]);
    expect(JSON.parse((await bare.generate(ask('no files'))).text)).toEqual(['end']);
  });

  test.each(['"{FILES}"', "'{FILES}'"])('%s in a line is the same as without its quotes: an argument for each file, and none for none', async (files) => {
    const content = ['/data/a b.py', '/data/c.png'].map((path) => ({ type: 'file' as const, value: path, path, mediaType: 'image/png' }));
    const provider = await command(`"${NODE}" -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- ${files} end`);
    const seen = async (request: Parameters<typeof provider.generate>[0]) => (JSON.parse((await provider.generate(request)).text) as string[]);
    expect(await seen({ ...ask(''), messages: [{ role: 'user', content }] })).toEqual(['/data/a b.py', '/data/c.png', 'end']);
    expect(await seen(ask('no files'))).toEqual(['end']);
  });

  test('without {PROMPT} the prompt arrives on standard input, guidelines first, turns marked', async () => {
    const provider = await command('cat');
    const reply = await provider.generate({
      ...ask(''),
      messages: [
        { role: 'system', content: 'Be kind.' },
        {
          role: 'user',
          content: [
            { type: 'file', value: 'g.md', text: 'Use tabs.', guideline: true },
            { type: 'text', value: 'Hello' },
          ],
        },
      ],
    });
    expect(reply.text).toBe(
      '<guidelines>\n=== g.md ===\nUse tabs.\n</guidelines>\n\n@[System]:\nBe kind.\n\n@[User]:\nHello',
    );
  });

  test('{GUIDELINES} takes the guidelines out of the prompt', async () => {
    const provider = await command(node(SHOW_ARGS, '{PROMPT}', '{GUIDELINES}'));
    const content = [
      { type: 'file', value: 'g.md', text: 'Use tabs.', guideline: true },
      { type: 'text', value: 'Hello' },
    ] as const;
    const reply = await provider.generate({ ...ask(''), messages: [{ role: 'user', content }] });
    expect(JSON.parse(reply.text)).toEqual(['Hello', '=== g.md ===\nUse tabs.']);
  });

  test('guidelines that are part of the messages already do not stand twice, and {GUIDELINES} takes them out', async () => {
    const guidelines = '=== g.md ===\nUse tabs.';
    const block = `<guidelines>\n${guidelines}\n</guidelines>`;
    const request = {
      ...ask(''),
      guidelines,
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: `${block}\n\nHello` },
      ] as const,
    };
    const marked = `@[System]:\nBe kind.\n\n@[User]:\n`;
    expect((await (await command('cat')).generate(request)).text).toBe(`${marked}${block}\n\nHello`);
    const apart = await command(node(SHOW_ARGS, '{PROMPT}', '{GUIDELINES}'));
    expect(JSON.parse((await apart.generate(request)).text)).toEqual([`${marked}Hello`, guidelines]);
  });

  test('{GUIDELINES} also takes them out of a message with attachments, and {FILES} are those of the request', async () => {
    const guidelines = '=== g.md ===\nUse tabs.';
    const image = { type: 'file', value: 'c.png', path: '/data/c.png', mediaType: 'image/png' } as const;
    const content = [
      { type: 'text', value: `<guidelines>\n${guidelines}\n</guidelines>` },
      { type: 'text', value: 'Hello' },
      image,
    ] as const;
    const text = { type: 'file', value: 'a b.py', path: '/data/a b.py', text: '1' } as const;
    const provider = await command(node(SHOW_ARGS, '{PROMPT}', '{GUIDELINES}', '{FILES}'));
    const request = { ...ask(''), guidelines, messages: [{ role: 'user' as const, content }], files: [text, image] };
    const seen: unknown = JSON.parse((await provider.generate(request)).text);
    expect(seen).toEqual(['Hello\n\n[file: c.png]', guidelines, '/data/a b.py', '/data/c.png']);
  });

  test('a program that ignores a long standard input is no error', async () => {
    const provider = await command(node('console.log("done")'));
    expect((await provider.generate(ask('x'.repeat(2_000_000)))).text).toBe('done');
  });

  test('cwd starts from the project folder, env is added, and the case is told', async () => {
    await mkdir(join(directory, 'agents'), { recursive: true });
    const code =
      'console.log([require("path").basename(process.cwd()), process.env.LOG, process.env.ASSAY_CASE_ID, process.env.ASSAY_SUITE, process.env.ASSAY_ATTEMPT, process.env.ASSAY_REPEAT].join())';
    const provider = await command(node(code), { cwd: 'agents', env: { LOG: 'off' } });
    const reply = await provider.generate(ask('x', { caseId: 'c1', suite: 's', repeat: 3 }));
    expect(reply.text).toBe('agents,off,c1,s,1,3');
  });

  test('command_template is another name of command', async () => {
    const provider = await makeTarget('cli', { command_template: 'echo {EVAL_ID}' }, { environment: { directory } });
    expect((await provider.generate(ask('x', { caseId: 'c1' }))).text).toBe('c1');
  });

  test('a target without a command is a ConfigError at create()', async () => {
    await expect(makeTarget('cli', {})).rejects.toThrow(ConfigError);
  });
});

/** A program that prints this, in a twentieth of the time in which Node.js starts. */
const printing = (text: string): readonly string[] => ['printf', '%s', text];

describe('the reply', () => {
  test('plain text is taken as it is, without the final newline', async () => {
    const provider = await command(printing('  one\n\ntwo\n'));
    const reply = await provider.generate(ask('x'));
    expect(reply).toMatchObject({
      text: '  one\n\ntwo',
      messages: [{ role: 'assistant', content: '  one\n\ntwo' }],
      toolCalls: [],
    });
    expect(reply.latencyMs).toBeGreaterThan(0);
    expect(reply.costUsd).toBeUndefined();
  });

  test('an object with output_messages gives text, one tool trace, tokens, cost and duration', async () => {
    const told = {
      output_messages: [
        { role: 'assistant', content: 'Searching.', tool_calls: [{ tool: 'search', input: { q: 'x' }, id: 't1' }] },
        { role: 'tool', tool_call_id: 't1', content: 'found' },
        { role: 'assistant', content: 'Done.', tool_calls: [{ name: 'save', arguments: '{"n": 1}' }] },
      ],
      token_usage: { input: 10, output: 5, cached: 4 },
      cost_usd: 0.25,
      duration_ms: 1234,
    };
    const provider = await command(printing(`${JSON.stringify(told)}\n`));
    const reply = await provider.generate(ask('x'));
    expect(reply).toMatchObject({
      text: 'Done.',
      usage: { inputTokens: 10, outputTokens: 5, cachedInputTokens: 4 },
      costUsd: 0.25,
      latencyMs: 1234,
    });
    expect(reply.toolCalls).toEqual([
      { tool: 'search', input: { q: 'x' }, id: 't1', output: 'found' },
      { tool: 'save', input: { n: 1 } },
    ]);
    expect(reply.messages).toHaveLength(3);
    expect(reply.messages[0]?.content).toBe('Searching.');
  });

  test.each([
    ['a call after the last text', [{ content: 'Found it.' }, { content: null, tool_calls: [{ tool: 'save' }] }, { content: ' ' }], 'Found it.'],
    ['words of others at the end', [{ content: 'Done.' }, { role: 'user', content: 'Thanks' }], 'Done.'],
    ['no text at all', [{ tool_calls: [{ tool: 'save' }] }], ''],
    ['a call as a part', [{ content: 'Done.' }, { content: [{ type: 'tool_use', id: '1', name: 'save', input: {} }] }], 'Done.'],
    ['thoughts before the text', [{ content: [{ type: 'thinking', thinking: 'Hm.' }, { type: 'text', text: 'Done.' }] }], 'Done.'],
    ['an image at the end', [{ content: 'Done.' }, { content: [{ type: 'image', source: {} }] }], 'Done.'],
  ])('the answer of output_messages is the last assistant text: %s', async (_name, messages, text) => {
    const told = JSON.stringify({ text: null, output_messages: messages });
    const provider = await command(printing(`${told}\n`));
    expect((await provider.generate(ask('x'))).text).toBe(text);
  });

  test('parts of a message that call tools are calls', async () => {
    const content = [{ type: 'text', text: 'Saving.' }, { type: 'tool_use', id: '1', name: 'save', input: { n: 1 } }];
    const provider = await command(printing(JSON.stringify({ output_messages: [{ role: 'assistant', content }] })));
    const reply = await provider.generate(ask('x'));
    expect(reply.toolCalls).toEqual([{ tool: 'save', input: { n: 1 }, id: '1' }]);
    expect(reply.messages).toMatchObject([{ content: [{ type: 'text', value: 'Saving.' }], toolCalls: [{ tool: 'save' }] }]);
  });

  test('what cannot be read of a reply in JSON is named', async () => {
    const told = { text: 'Hi', output_messages: 'Hi', tool_calls: {}, token_usage: 7, cost_usd: 'free', duration_ms: -1, confidence: 2, finish_reason: 5, id: {} };
    const reply = await (await command(printing(JSON.stringify(told)))).generate(ask('x'));
    expect(reply.text).toBe('Hi');
    expect(reply.warnings).toEqual([
      'output_messages must be a list of messages, not "Hi"; it was left out',
      'tool_calls must be a list of tool calls, not {}; it was left out',
      'token_usage must be an object with input, output and cached, each a number >= 0, not 7; it was left out',
      'cost_usd must be a number >= 0, not "free"; it was left out',
      'duration_ms must be a number >= 0, not -1; it was left out',
      'confidence must be a number from 0 to 1, not 2; it was left out',
      'finish_reason must be a text, not 5; it was left out',
    ]);
  });

  test.each([
    ['{"text": "Par', true],
    ['log\n{ "tool_calls": [', true],
    ['```json\n{"text": "Paris"}\n```', false],
    ['{"city": "Par', false],
    ['say {"text": "Paris"}', false],
  ])('%j is text; it looks like a reply in JSON: %s', async (printed, meant) => {
    const reply = await (await command(printing(printed))).generate(ask('x'));
    expect(reply.text).toBe(printed);
    expect(reply.warnings?.join() ?? '').toMatch(meant ? /looks like a reply in JSON/u : /^$/u);
  });

  test('an empty output is final, and a reason for the end of a reply is read', async () => {
    const silent = await command(node(''));
    expect(silent.emptyReply).toBe('final');
    expect(await silent.generate(ask('x'))).toMatchObject({ text: '', toolCalls: [] });
    const cut = await command(printing(JSON.stringify({ text: 'Par', finish_reason: 'max_tokens' })));
    expect(await cut.generate(ask('x'))).toMatchObject({ text: 'Par', finishReason: 'length' });
  });

  test('log lines around a reply in JSON are left out, with a warning that shows one', async () => {
    const printed = `[INFO] model loaded\n${JSON.stringify({ text: 'Paris' }, null, 2)}\nbye\n`;
    const reply = await (await command(printing(printed))).generate(ask('x'));
    expect(reply).toMatchObject({ text: 'Paris', messages: [{ role: 'assistant', content: 'Paris' }] });
    expect(reply.warnings).toEqual([
      'the output has other lines than its reply in JSON, which were left out: "[INFO] model loaded"',
    ]);
  });

  test('JSON that is no reply is an answer like any other; a broken reply is text with a warning', async () => {
    const answer = await command(printing(JSON.stringify({ city: 'Paris' })));
    expect(await answer.generate(ask('x'))).toMatchObject({ text: '{"city":"Paris"}' });
    const broken = await command(printing('{"output_messages": ['));
    const reply = await broken.generate(ask('x'));
    expect(reply.text).toBe('{"output_messages": [');
    expect(reply.warnings?.[0]).toMatch(/looks like a reply in JSON/u);
  });

  test('more than a reply may have: the command is ended, and not asked again', async () => {
    const endless = node('const write = () => { while (process.stdout.write("x".repeat(4096))); }; process.stdout.on("drain", write); write();');
    const error = await failureOf((await makeTarget('cli', { command: endless }, { environment: { directory }, maxReplyMb: 0.25 })).generate(ask('x')));
    expect(error).toMatchObject({
      kind: 'bad_reply',
      retryable: false,
      message: expect.stringContaining('what the command wrote is larger than 0.25 MB (max_reply_mb)'),
      hint: expect.stringContaining('raise max_reply_mb'),
    });
  });

  test.skipIf(process.platform === 'win32').each([
    ['a link to a file of somebody else', 'fs.symlinkSync(process.argv[0], args[0])', 'is a link'],
    ['a folder', 'fs.mkdirSync(args[0])', 'is no file'],
  ])('%s at {OUTPUT_FILE} is a bad reply', async (_title, code, said) => {
    const writes = node(`const fs = require("node:fs"); const child = require("node:child_process"); ${code}`, '{OUTPUT_FILE}');
    const error = await failureOf((await command(writes)).generate(ask('x')));
    expect(error).toMatchObject({ kind: 'bad_reply', retryable: false, message: expect.stringContaining(said) });
  });

  test('a reply in JSON that is nested too deep is a bad reply', async () => {
    const deep = node('console.log(`{"text": "hi", "tool_calls": [{"tool": "dig", "input": ${"[".repeat(1e5)}${"]".repeat(1e5)}}]}`)');
    const error = await failureOf((await command(deep)).generate(ask('x')));
    expect(error).toMatchObject({ kind: 'bad_reply', message: expect.stringContaining('nested deeper than 500 levels') });
  });

  test('{OUTPUT_FILE} is read in place of standard output and removed afterwards', async () => {
    const provider = await command(
      node(
        'require("fs").writeFileSync(args[0], JSON.stringify({ text: args[0] })); console.log("noise")',
        '{OUTPUT_FILE}',
      ),
    );
    const { text } = await provider.generate(ask('x'));
    expect(text).toMatch(/output$/u);
    await expect(readFile(text)).rejects.toThrow(/ENOENT/u);
  });

  test('an answer file that is never written is a bad_reply', async () => {
    const provider = await command(node('console.log("noise")', '{OUTPUT_FILE}'));
    expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'bad_reply', retryable: false });
  });
});

describe('failures', () => {
  test('a non-zero exit is a process error with the code and the last lines of stderr', async () => {
    const provider = await command(node('for (let i = 1; i <= 30; i++) console.error("line " + i); process.exit(7)'));
    const error = await failureOf(provider.generate(ask('x')));
    expect(error).toMatchObject({ kind: 'process', retryable: false, target: 'subject' });
    expect(error.message).toContain('exit code 7');
    expect(error.message).toContain('line 30');
    expect(error.message).not.toContain('line 5\n');
  });

  test('a secret is taken out before standard error is cut', async () => {
    const redactor = createRedactor();
    redactor.add('kept-for-myself-0123456789', 'MY_KEY');
    const noisy = node(`process.stderr.write('x'.repeat(5000) + 'kept-for-myself-0123456789' + 'y'.repeat(1985)); process.exitCode = 7`);
    const provider = await makeTarget('cli', { command: noisy }, { environment: { directory, redactor } });
    const { message } = await failureOf(provider.generate(ask('x')));
    expect(message).toMatch(/MY_KEY\]y{1985}$/u);
    expect(message).not.toContain('0123456789');
  });

  test('a missing command is named', async () => {
    const provider = await command(['no-such-agent-here', '{PROMPT}']);
    const error = await failureOf(provider.generate(ask('x')));
    expect(error).toMatchObject({ kind: 'process', retryable: false });
    expect(error.message).toContain('there is no command "no-such-agent-here"');
    expect(error.hint).toContain('PATH');
  });

  test('a missing folder is told apart from a missing command', async () => {
    const provider = await command(['echo'], { cwd: 'nowhere' });
    expect((await failureOf(provider.generate(ask('x')))).message).toContain(
      `there is no folder ${join(directory, 'nowhere')}`,
    );
  });

  test('a prompt that is too long for an argument says how to pass it', async () => {
    const provider = await command(['echo', '{PROMPT}']);
    const error = await failureOf(provider.generate(ask('x'.repeat(4_000_000))));
    expect(error.kind).toBe('process');
    expect(error.hint).toContain('standard input');
  });

  test.each([
    ['an abort', 'aborted', undefined],
    ['a time-out', 'timeout', new DOMException('the time is up', 'TimeoutError')],
  ])('%s ends the command with its grandchildren', async (_name, kind, reason) => {
    const file = join(directory, `${kind}.pid`);
    const grandchild = `const fs = require('fs'); fs.writeFileSync(args[0], String(process.pid)); setTimeout(() => {}, 600000)`;
    const script = join(directory, `${kind}.cjs`);
    await writeFile(script, `const args = process.argv.slice(2); ${grandchild}`);
    const provider = await command(`"${NODE}" "${script}" "${file}" & wait`);
    const controller = new AbortController();
    const failure = failureOf(provider.generate(ask('x', { signal: controller.signal })));
    let pid = 0;
    while (!pid) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      pid = Number(await readFile(file, 'utf8').catch(() => '0'));
    }
    controller.abort(reason);
    expect(await failure).toMatchObject({ kind, retryable: kind === 'timeout' });
    expect(await gone(pid)).toBe(true);
  });
});

const BEHAVIOURS: Readonly<Record<ProviderBehaviour, string>> = {
  answers: 'console.log("Paris.")',
  calls_tools: 'console.log(JSON.stringify({ text: "x", tool_calls: [{ tool: "a" }, { tool: "b", input: 1 }] }))',
  fails: 'process.exit(1)',
  hangs: 'setInterval(() => {}, 1000)',
};

test('keeps every promise of the provider contract', async () => {
  const checks = providerConformance(cli, async (behaviour) => {
    const log = join(await mkdtemp(join(directory, 'runs-')), 'log');
    await writeFile(log, '');
    const counted = `require('fs').appendFileSync(args[0], 'x'); ${BEHAVIOURS[behaviour]}`;
    return { provider: await command(node(counted, log)), requests: () => readFileSync(log, 'utf8').length };
  });
  expect(checks.length).toBeGreaterThan(5);
  for (const check of checks) await check.run();
});

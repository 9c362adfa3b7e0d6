import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createWorkspace, type Workspace } from '../support/projects/workspace.js';
import { full, sized, some } from './support/full.js';
import { runAssay } from './support/run-assay.js';

/** Far from every run that ends, near to every one that hangs. */
const MINUTES = 240_000;

const JSON_TYPE = { 'content-type': 'application/json' };

function completion(message: object, finishReason = 'stop'): string {
  return JSON.stringify({ model: 'm', choices: [{ message, finish_reason: finishReason }], usage: { prompt_tokens: 1, completion_tokens: 1 } });
}

const said = (content: unknown): string => completion({ role: 'assistant', content });

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

function called(input: string): string {
  const call = { id: 'a', type: 'function', function: { name: 'dig', arguments: input } };
  return completion({ role: 'assistant', content: 'fine', tool_calls: [call] }, 'tool_calls');
}

function endless(response: ServerResponse, piece: string): void {
  const write = (): void => {
    while (!response.destroyed && response.write(piece)) {
      // As long as it is taken.
    }
  };
  response.on('drain', write);
  write();
}

const plain = (body: string) => (response: ServerResponse) => void response.writeHead(200, JSON_TYPE).end(body);
const packed = (encoding: string, pack: (bytes: Buffer) => Buffer) => (response: ServerResponse) =>
  void response.writeHead(200, { ...JSON_TYPE, 'content-encoding': encoding }).end(pack(Buffer.from(said('fine'))));

type Attack = (response: ServerResponse) => void;

/** Uses of tokens that cannot be, as they are written and as the row names them. */
const ODD_TOKENS: Readonly<Record<string, readonly [written: string, named: string]>> = {
  'more than all tokens': ['1e300', '1e+300'],
  'fewer than no tokens': ['-7', '-7'],
  'half a token': ['0.5', '0.5'],
  'tokens in words': ['"many"', '"many"'],
};

/** Replies that are odd and can be scored. */
const USABLE: Readonly<Record<string, Attack>> = {
  plain: plain(said('fine')),
  'gzip nobody asked for': packed('gzip', gzipSync),
  'br nobody asked for': packed('br', brotliCompressSync),
  'bare deflate': packed('deflate', deflateRawSync),
  ...Object.fromEntries(Object.entries(ODD_TOKENS).map(([name, [written]]) => [name, plain(said('fine').replace('"prompt_tokens":1', `"prompt_tokens":${written}`))])),
  'half a character and a zero': plain(said('fine \uD800 \u0000')),
  'arguments as large as numbers go': plain(called('{"a": 1e308, "b": 9007199254740993, "c": "\\u0000\\ud800"}')),
  'arguments as deep as they may be': plain(called(nested(500))),
  'calls in the text that are too deep': plain(said(`fine\nTOOL_CALL {"name":"dig","arguments":${nested(100_000)}}`)),
  'a hundred thousand broken calls': plain(said(`fine\n${'TOOL_CALL {\n'.repeat(150_000)}`)),
  'parts of content': plain(said([{ type: 'text', text: 'fi' }, { type: 'text', text: 'ne' }])),
};

/** Replies that cost their own trial, with what its error says. */
const USELESS: Readonly<Record<string, readonly [Attack, RegExp]>> = {
  'arguments that are too deep': [plain(called(nested(100_000))), /nested deeper than 500 levels/u],
  'arguments beyond all numbers': [plain(called('{"a": [1, 1e999]}')), /JSON that cannot be used: it has a number at a\[1\] that is too large/u],
  'a body beyond all numbers': [plain('{"choices":[{"message":{"content":"fine"},"logprobs":-1e999}]}'), /a number at choices\[0\]\.logprobs that is too large/u],
  'calls in the text beyond all numbers': [plain(said('fine\nTOOL_CALL {"name":"dig","arguments":{"a":1e999}}')), /a tool call in the text cannot be used: it has a number at arguments\.a that is too large/u],
  'a body that is too deep': [plain(nested(1_000_000)), /nested deeper than 500 levels/u],
  'content 42': [plain(said(42)), /content must be .* not a number/u],
  'content that is a mapping': [plain(said({ text: 'fine' })), /content must be .* not a mapping/u],
  'choices that are a mapping': [plain('{"choices":{}}'), /no choices/u],
  'no end': [(response) => endless(response.writeHead(200, JSON_TYPE), ' '.repeat(65_536)), /larger than 4 MB \(max_reply_mb\)/u],
  'an error without an end': [(response) => endless(response.writeHead(503, JSON_TYPE), ' '.repeat(65_536)), /status 503 is larger than 4 MB/u],
  'a bomb': [
    (response) => void response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(40 * 2 ** 20, ' '))),
    /larger than 4 MB/u,
  ],
  'another protocol': [
    (response) => void response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    /the server switched to another protocol \(HTTP 101\)/u,
  ],
  'an unknown packing': [packed('rot13', (bytes) => bytes), /rot13/u],
};

interface AttackServer {
  readonly url: string;
  readonly asked: Map<string, number>;
}

/** The attack that answers the prompts of judges. */
const JUDGE = 'any other prompt';

/** Answers each prompt with the attack of that name. */
async function startServer(attacks: Readonly<Record<string, Attack>>): Promise<AttackServer> {
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { readonly messages: readonly { readonly content: string }[] };
      const name = messages.at(-1)?.content ?? '';
      asked.set(name, (asked.get(name) ?? 0) + 1);
      (attacks[name.replace(/#\d+$/u, '')] ?? attacks[JUDGE])?.(response);
    });
  });
  // A connection that idles longer than this is closed, perhaps just when it is used again.
  server.keepAliveTimeout = MINUTES;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

function casesOf(names: readonly string[]): string {
  const evaluators = [{ type: 'contains', value: 'fine' }];
  return names.map((name, index) => `${JSON.stringify({ id: `c${index}`, outcome: 'Says fine', input: name, evaluators })}\n`).join('');
}

function targetOf(url: string, more = ''): string {
  return `targets:\n  - { name: subject, provider: openai-compatible, model: m, endpoint: "${url}", max_retries: 2${more} }\n`;
}

async function projectOf(names: readonly string[], url: string, more?: string): Promise<Workspace> {
  return createWorkspace({ 'cases.jsonl': casesOf(names), '.assay/targets.yaml': targetOf(url, more) });
}

/** Runs Assay, and tells the most memory that it had, in megabytes. */
async function runMeasured(project: Workspace, args: readonly string[]) {
  const { folder: cwd } = project;
  const [program, peak] = [join(cwd, 'peak.cjs'), join(cwd, 'peak')];
  await project.write({ 'peak.cjs': `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS)));` });
  const finished = await runAssay(args, { cwd, env: { NODE_OPTIONS: `--require ${program}` } });
  // It is told in kilobytes.
  return { ...finished, peakMb: Number(await readFile(peak, 'utf8')) / 1024 };
}

describe('hostile replies', () => {
  test('each costs at most its own trial, is not read for ever, and the run is undecided', { timeout: MINUTES }, async () => {
    const attacks = { ...USABLE, ...Object.fromEntries(Object.entries(USELESS).map(([name, [attack]]) => [name, attack])) };
    const server = await startServer(attacks);
    const names = Object.keys(attacks);
    const project = await projectOf(names, server.url);
    const { exitCode, stderr } = await runAssay(['run', 'cases.jsonl', '--target', 'subject'], { cwd: project.folder });
    const rows = new Map((await project.rows()).map((row) => [String(row.input.at(-1)?.content), row]));
    expect([...rows.keys()].toSorted()).toEqual(names.toSorted());
    for (const name of Object.keys(USABLE)) expect({ name, ...rows.get(name) }).toMatchObject({ name, status: 'ok', score: 1 });
    for (const [name, [, named]] of Object.entries(ODD_TOKENS)) {
      expect(rows.get(name)).not.toHaveProperty('usage');
      expect(rows.get(name)?.warnings).toEqual([`prompt_tokens of ${named} cannot be, and counts as not known`]);
    }
    for (const [name, [, message]] of Object.entries(USELESS)) {
      expect({ name, ...rows.get(name) }).toMatchObject({ name, status: 'error', score: null, error: { message: expect.stringMatching(message) } });
      expect({ name, asked: server.asked.get(name) }).toEqual({ name, asked: /content|choices/u.test(name) ? 3 : 1 });
    }
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 3 });
  });

  test('bodies without an end, all at once, in bounded memory', { timeout: MINUTES }, async () => {
    const server = await startServer(Object.fromEntries(Object.entries(USELESS).map(([name, [attack]]) => [name, attack])));
    const names = Array.from({ length: sized(50, 500) }, (_, index) => `no end#${index}`);
    const project = await projectOf(names, server.url);
    const { exitCode, peakMb } = await runMeasured(project, ['run', 'cases.jsonl', '--target', 'subject', '--concurrency', '50']);
    expect(exitCode).toBe(3);
    const rows = await project.rows();
    expect(rows).toHaveLength(names.length);
    for (const { error } of rows) expect(error?.message).toMatch(/larger than 4 MB/u);
    expect(peakMb).toBeLessThan(300);
  });

  test('complete replies of 4 MB, all at once, in bounded memory, until their rows are stored', { timeout: MINUTES }, async () => {
    const text = `fine ${'x'.repeat(4_190_000)}`;
    const input = `{"a":${JSON.stringify(text)}}`;
    const server = await startServer({ text: plain(said(text)), call: plain(called(input)) });
    const names = Array.from({ length: sized(6, 100) }, (_, index) => `${index % 2 === 0 ? 'text' : 'call'}#${index}`);
    const project = await projectOf(names, server.url);
    const { exitCode, peakMb } = await runMeasured(project, ['run', 'cases.jsonl', '--target', 'subject', '--concurrency', '50', '--out', 'run']);
    expect(exitCode).toBe(0);
    // Not read back: they are hundreds of megabytes.
    expect((await stat(join(project.folder, 'run/results.jsonl'))).size).toBeGreaterThan(names.length * 8_000_000);
    expect(peakMb).toBeLessThan(300);
  });

  test.runIf(full)('so too when judges and scripts are sent them', { timeout: MINUTES }, async () => {
    const server = await startServer({ text: plain(said(`fine ${'x'.repeat(4_190_000)}`)), [JUDGE]: plain(said('{"reflection": "Fine.", "classification": 1}')) });
    const evaluators = [{ type: 'contains', value: 'fine' }, { type: 'llm_judge' }, { type: 'code_judge', script: [process.execPath, 'long.cjs'] }];
    const names = Array.from({ length: 50 }, (_, index) => `text#${index}`);
    const judge = (name: string): string => `  - { name: ${name}, provider: openai-compatible, model: ${name}, endpoint: "${server.url}", max_retries: 0 }\n`;
    const project = await createWorkspace({
      'cases.jsonl': names.map((input, id) => `${JSON.stringify({ id, outcome: 'Says fine', input, evaluators })}\n`).join(''),
      'long.cjs': `console.log(JSON.stringify({ score: JSON.parse(require('fs').readFileSync(0, 'utf8')).candidate_answer.length > 4e6 ? 1 : 0 }));`,
      '.assay/targets.yaml': `${targetOf(server.url)}${judge('first')}${judge('second')}`,
    });
    const { exitCode, stdout, peakMb } = await runMeasured(project, ['run', 'cases.jsonl', '--target', 'subject', '--judge', 'first', '--judge', 'second', '--concurrency', '50']);
    expect(stdout).toContain(`all ${names.length} trials passed`);
    expect(exitCode).toBe(0);
    expect(peakMb).toBeLessThan(450);
  });
});

/** As long as a reply may be, where half of it is escaped; in the sample a tenth: still far more than anything quadratic could read. */
const LONG = sized(50_000, 2_000_000);
const long = (part: string): string => part.repeat(LONG / part.length);

/** Texts that look like JSON for long. */
const NEARLY_JSON: Readonly<Record<string, string>> = {
  'lists that never close': long('['),
  'objects that never close': long('{"a":'),
  'lists to the end': nested(LONG / 2),
  'lines of braces': `{x\n${long('}\n')}`,
  'fences that are empty': long('```\n'),
};

describe('what is parsed out of texts', () => {
  test('costs at most its own evaluator, and never for long', { timeout: MINUTES }, async () => {
    const server = await startServer({
      ...Object.fromEntries(Object.entries(NEARLY_JSON).map(([name, text]) => [name, plain(said(text))])),
      [JUDGE]: plain(said(`\`\`\`json\n${long('\n')}x`)),
    });
    const evaluators = [
      { name: 'known', type: 'field_accuracy', fields: [{ path: 'a', match: 'exact' }] },
      { name: 'schema', type: 'json_schema', schema: { type: 'object' } },
      { name: 'whole', type: 'points', should: [{ $is_json: true }] },
      { name: 'script', type: 'code_judge', script: [process.execPath, 'echo.cjs'] },
      { name: 'judged', type: 'rubric', rubrics: ['Is JSON'] },
    ];
    const expected_output = { a: 1 };
    const cases = Object.keys(NEARLY_JSON).map((input, id) => `${JSON.stringify({ id: `c${id}`, outcome: 'JSON', input, expected_output, evaluators })}\n`);
    const project = await createWorkspace({
      'cases.jsonl': cases.join(''),
      'echo.cjs': `process.stdout.write(JSON.parse(require('fs').readFileSync(0, 'utf8')).candidate_answer);`,
      '.assay/targets.yaml': `${targetOf(server.url)}  - { name: judge, provider: openai-compatible, model: m, endpoint: "${server.url}", max_retries: 0 }\n`,
    });
    const { exitCode, stdout, stderr } = await runAssay(['run', 'cases.jsonl', '--target', 'subject', '--judge', 'judge'], { cwd: project.folder });
    const rows = new Map((await project.rows()).map((row) => [String(row.input.at(-1)?.content), row]));
    expect([...rows.keys()].toSorted(), stderr).toEqual(Object.keys(NEARLY_JSON).toSorted());
    for (const [name, row] of rows) {
      const deep = name === 'lists to the end';
      const scores = Object.fromEntries(row.evaluators.map((each) => [each.name, each.score]));
      expect({ name, scores }).toEqual({ name, scores: { known: deep ? null : 0, schema: deep ? null : 0, whole: deep ? null : 0, script: null, judged: null } });
      const said = JSON.stringify(row.evaluators);
      if (deep) expect(said).toContain('the JSON in the response cannot be read: it is nested deeper than 500 levels');
      expect(said).toContain('the script wrote no JSON object');
    }
    expect({ exitCode, stdout }).toMatchObject({ exitCode: expect.toBeOneOf([1, 3]) });
  });
});

describe('max_reply_mb', () => {
  const long = { long: plain(said(`fine ${'x'.repeat(5 * 2 ** 20)}`)) };

  test('of the target, or of the project, lets larger replies through', { timeout: MINUTES }, async () => {
    const server = await startServer(long);
    const project = await projectOf(['long'], server.url, ', max_reply_mb: 8');
    const assay = (run: string) => runAssay(['run', 'cases.jsonl', '--target', 'subject', '--out', run], { cwd: project.folder });
    expect(await assay('of-target')).toMatchObject({ exitCode: 0 });
    await project.write({ '.assay/targets.yaml': targetOf(server.url) });
    expect(await assay('of-nobody')).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('larger than 4 MB (max_reply_mb)') });
    await project.write({ '.assay/config.yaml': 'defaults: { max_reply_mb: 8 }\n' });
    expect(await assay('of-project')).toMatchObject({ exitCode: 0 });
  });

  const POSITIVE = 'max_reply_mb must be a number of megabytes > 0';
  // YAML has a number that is none for the reader of files.
  test.each(some([['0', POSITIVE], ['-1', POSITIVE], ['.inf', 'max_reply_mb must be a finite number'], ['large', POSITIVE], ['[4]', POSITIVE]] as const, 0, 3))('%s is refused with its place', async (value, problem) => {
    const project = await projectOf(['long'], 'http://127.0.0.1:9/v1', `, max_reply_mb: ${value}`);
    const { exitCode, stderr } = await runAssay(['run', 'cases.jsonl', '--target', 'subject'], { cwd: project.folder });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(new RegExp(`targets\\.yaml:2:\\d+.*${problem}`, 'su')) });
  });

  test('holds for programs and for recorded outputs', { timeout: MINUTES }, async () => {
    const project = await createWorkspace({
      'cases.jsonl': casesOf(['one']),
      'outputs.jsonl': `${JSON.stringify({ id: 'c0', text: `fine ${'x'.repeat(5 * 2 ** 20)}` })}\n`,
      '.assay/targets.yaml': 'targets:\n  - { name: endless, provider: cli, command: [yes, fine] }\n  - { name: file, provider: cli, command: "yes fine | head -c 5000000 > {OUTPUT_FILE}" }\n',
    });
    const { folder: cwd } = project;
    expect(await runAssay(['run', 'cases.jsonl', '--target', 'endless', '--target', 'file', '--out', 'out'], { cwd })).toMatchObject({ exitCode: 3 });
    const rows = await project.rows('out');
    expect(rows.map(({ target }) => target).toSorted()).toEqual(['endless', 'file']);
    for (const { error } of rows) expect(error?.message).toMatch(/larger than 4 MB \(max_reply_mb\)/u);
    const outputs = ['score', 'cases.jsonl', '--outputs', 'outputs.jsonl'];
    expect(await runAssay(outputs, { cwd })).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/outputs\.jsonl:1:1.*the row is larger than 4 MB/su) });
    await project.write({ '.assay/config.yaml': 'defaults: { max_reply_mb: 8 }\n' });
    expect(await runAssay(outputs, { cwd })).toMatchObject({ exitCode: 0 });
  });
});

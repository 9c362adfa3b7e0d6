import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Finished } from '../support/commands/assay.js';
import { createWorkspace } from '../support/projects/workspace.js';
import { sized } from './support/full.js';
import { runAssay } from './support/run-assay.js';

/** Thirty secrets, each in its own place. Some have letters that are written otherwise in JSON, URLs and HTML. */
const SECRETS = Object.fromEntries(
  [
    'env_key', 'env_token', 'env_secret', 'env_password', 'env_database', 'env_proxy', 'dot_key', 'dot_password', 'dot_near_token', 'api_key',
    'api_key_variable', 'header', 'header_variable', 'cookie', 'basic', 'user', 'query', 'parameter', 'cli_env', 'cli_argument', 'cli_flag',
    'cli_line', 'judge_key', 'judge_header', 'embedder_key', 'settings_key', 'config_key', 'suite_key', 'unused_key', 'org_token',
  ].map((place, index) => [place, `cnry${String(index).padStart(2, '0')}${place.replaceAll('_', '')}${index % 3 === 0 ? 'Q"w/e+r&t' : 'Zx9'}`]),
);
const of = (place: string): string => {
  const secret = SECRETS[place];
  if (secret === undefined) throw new TypeError(place);
  return secret;
};
const yaml = (text: string): string => JSON.stringify(text);

/** The first 8 letters of every secret, as short as a secret can be, and what they begin with in base64. */
const MARK = /cnry\d\d[a-z]{2}|Y25ye|Nucn|jbnJ5/u;

interface Echo {
  readonly url: string;
  readonly bodies: string[];
}

/** Says back all that it was sent, in its reply, its headers, an error or a redirect, as its path says. */
async function startEcho(): Promise<Echo> {
  const bodies: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    // What stands in a file that a command does not read cannot be known to it; a server says it when it got it.
    const everything = Object.keys(SECRETS).filter((place) => place !== 'config_key').map(of).join(' | ');
    const said = `${JSON.stringify(request.headers)} ${request.url} ${everything} ${encodeURIComponent(everything)} ${Buffer.from(everything).toString('base64')}`;
    const headers = { 'content-type': 'application/json', 'x-request-id': encodeURIComponent(said).slice(0, 4000) };
    const path = request.url ?? '';
    if (path.includes('/refuse')) response.writeHead(401, headers).end(JSON.stringify({ error: { message: said, code: of('api_key') } }));
    else if (path.includes('/redirect')) response.writeHead(302, { ...headers, location: `/elsewhere?${headers['x-request-id']}` }).end(said);
    else if (path.includes('/broken')) response.writeHead(200, headers).end(`{"choices": ${said}`);
    else if (path.includes('/embeddings')) response.writeHead(400, headers).end(JSON.stringify({ error: { message: said } }));
    else {
      const text = path.includes('/judge') ? `{"reasoning": ${JSON.stringify(said)}, "score": 1}` : `answer: ${said}`;
      const calls = [{ id: 'c', type: 'function', function: { name: 'look', arguments: JSON.stringify({ key: said }) } }];
      const message = { role: 'assistant', content: text, ...(path.includes('/judge') ? {} : { tool_calls: calls }) };
      response.writeHead(200, headers).end(JSON.stringify({ model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] }));
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

/** A program that writes its arguments, its input and its whole environment, in the way that it is told. */
const ECHO_PROGRAM = `
let input = '';
process.stdin.on('data', (chunk) => (input += chunk)).on('end', () => {
  const said = JSON.stringify([process.argv, process.env, input]);
  process.stderr.write(said + '\\n');
  if (process.argv.includes('judge')) console.log(JSON.stringify({ score: 0.5, hits: [said], misses: [said], reasoning: said }));
  else console.log('answer: ' + said);
  if (process.argv.includes('fail')) process.exit(7);
});
`;

function targets(url: string): string {
  return `targets:
  - name: reply
    provider: openai-compatible
    model: m
    endpoint: ${url}/v1
    api_key: ${yaml(of('api_key'))}
    headers: { X-Auth-Token: ${yaml(of('header'))}, X-Api-Key: '\${NEAR_TOKEN}', Cookie: ${yaml(`sid=${of('cookie')}`)} }
    parameters: { secret: ${yaml(of('parameter'))} }
  - { name: refused, provider: openai, model: m, endpoint: '${url}/refuse', api_key: '\${TEAM_KEY}', max_retries: 0 }
  - { name: redirected, provider: openai, model: m, endpoint: '${url}/redirect', headers: { Authorization: 'Basic ${Buffer.from(`me:${of('basic')}`).toString('base64')}' }, max_retries: 0 }
  - { name: broken, provider: openai, model: m, url: '${url.replace('://', `://someone:${encodeURIComponent(of('user'))}@`)}/broken?api_key=${encodeURIComponent(of('query'))}', max_retries: 1 }
  - { name: program, provider: cli, command: [node, echo.cjs, --api-key, ${yaml(of('cli_argument'))}, ${yaml(`--token=${of('cli_flag')}`)}], env: { AGENT_SECRET: ${yaml(of('cli_env'))} } }
  - { name: failing, provider: cli, command: ${yaml(`ACCESS_TOKEN='${of('cli_line')}' node echo.cjs fail`)}, max_retries: 0 }
  - { name: judge, provider: openai-compatible, model: j, endpoint: '${url}/judge', api_key: ${yaml(of('judge_key'))}, headers: { Authorization: ${yaml(`Bearer ${of('judge_header')}`)} } }
  - { name: vectors, provider: openai-compatible, model: v, endpoint: '${url}', api_key: ${yaml(of('embedder_key'))}, max_retries: 0 }
  - { name: unused, provider: openai, model: m, api_key: ${yaml(of('unused_key'))} }
`;
}

const SUITE = `targets:
  - { name: own, provider: openai-compatible, model: m, endpoint: URL/v1, api_key: SUITE_KEY }
evalcases:
  - id: one
    expected_outcome: An answer
    input: Say something
    expected_output: answer
    evaluators:
      - { type: contains, value: answer }
      - { type: contains, value: Zx9 }
      - { type: llm_judge, prompt: Is it an answer? }
      - { type: code_judge, script: [node, echo.cjs, judge] }
      - { type: code_judge, script: [node, echo.cjs, fail] }
`;

async function filesIn(folder: string, given: ReadonlySet<string>): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const written = paths.filter((path) => !given.has(path));
  return Promise.all(written.map(async (path) => [path, await readFile(path, 'utf8')] as const));
}

/** Where the mark of a secret stands, with what is around it. */
function leaksIn(text: string): readonly string[] {
  return [...text.matchAll(new RegExp(MARK, 'gu'))].slice(0, 3).map(({ index }) => text.slice(Math.max(0, index - 60), index + 40));
}

test('of thirty secrets in all places none leaves, whatever servers and programs say back', async () => {
  const echo = await startEcho();
  const given: Record<string, string> = {
    '.assay/targets.yaml': targets(echo.url),
    '.assay/config.yaml': `judges: [judge]\ntargets:\n  - { name: settled, provider: openai-compatible, model: m, endpoint: '${echo.url}/v1', api_key: ${yaml(of('settings_key'))} }\n`,
    '.env': `DOT_KEY='${of('dot_key')}'\nDOT_PASSWORD='${of('dot_password')}'\nNEAR_TOKEN='${of('dot_near_token')}'\n`,
    'evals/suite.yaml': SUITE.replace('URL', echo.url).replace('SUITE_KEY', yaml(of('suite_key'))),
    'configs/config.yaml': `name: configured\nprovider: openai-compatible\nmodel: m\nendpoint: ${echo.url}/v1\napi_key: ${yaml(of('config_key'))}\n`,
    'outputs.jsonl': `${JSON.stringify({ id: 'one', text: `answer ${of('env_key')} ${of('dot_key')}` })}\n`,
    'evals/echo.cjs': ECHO_PROGRAM,
    'echo.cjs': ECHO_PROGRAM,
  };
  const workspace = await createWorkspace(given);
  const env = {
    PRIVATE_KEY: of('env_key'), GITHUB_TOKEN: of('env_token'), CLIENT_SECRET: of('env_secret'), PGPASSWORD: of('env_password'),
    DATABASE: `postgres://someone:${encodeURIComponent(of('env_database'))}@db.example.test/x`, NO_PROXY_AT: `http://${encodeURIComponent(of('env_proxy'))}@proxy.example.test`,
    TEAM_KEY: of('api_key_variable'), OTHER_TOKEN: of('header_variable'), ORG_TOKEN: of('org_token'),
  };
  const outputs: { readonly command: string; readonly finished: Finished }[] = [];
  const run = async (command: string): Promise<Finished> => {
    const finished = await runAssay(command.split(' '), { cwd: workspace.folder, env });
    outputs.push({ command, finished });
    return finished;
  };
  const replied = await run('run evals/suite.yaml --target reply --verbose --explain --embeddings vectors --out first');
  expect(replied.stdout + replied.stderr).toContain('[redacted');
  const commands = sized(
    ['run evals/suite.yaml --target refused --target redirected --target broken --target program --target failing --json --verbose --max-retries 0 --out second', 'list targets --json', 'compare first first --json'],
    [
      ...['refused', 'redirected', 'broken', 'program', 'failing', 'own', 'settled', 'configs/config.yaml'].flatMap((target) => [
        `run evals/suite.yaml --target ${target} --verbose --max-retries 1`,
        `run evals/suite.yaml --target ${target} --json --max-retries 0`,
        `run evals/suite.yaml --target ${target} --dry-run`,
      ]),
      'validate evals .assay configs --json', 'validate evals .assay configs --strict --verbose', 'cases evals/suite.yaml --json', 'cases evals/suite.yaml',
      'score evals/suite.yaml --outputs outputs.jsonl --verbose', 'score evals/suite.yaml --outputs outputs.jsonl --json',
      'list targets', 'list targets --json', 'list runs --json', 'compare first first', 'compare first first --json', 'run evals/suite.yaml --target nobody',
      `run evals/suite.yaml --nothing=${of('env_token')}`, 'convert evals/suite.yaml --to jsonl', 'convert evals/suite.yaml --to blueprint --json',
      'generate rubrics evals/suite.yaml --judge judge --dry-run', 'generate rubrics evals/suite.yaml --judge refused --json --dry-run',
    ],
  );
  const baselines = sized(['baseline save first', 'baseline check first --json'], ['baseline save first', 'baseline save first --json', 'baseline check first', 'baseline check first --json', 'baseline show']);
  for (const command of [...baselines, ...commands]) await run(command);
  for (const { command, finished } of outputs) {
    expect({ command, leaks: leaksIn(finished.stdout + finished.stderr) }).toEqual({ command, leaks: [] });
    if (command.includes('--json') && finished.exitCode === 0) expect(() => JSON.parse(finished.stdout), command).not.toThrow();
  }
  const own = new Set(Object.keys(given).map((file) => join(workspace.folder, file)));
  const files = await filesIn(workspace.folder, own);
  expect(files.map(([path]) => path).join('\n')).toMatch(/results\.jsonl[^]*|run\.json/u);
  for (const [path, text] of files) expect({ path, leaks: leaksIn(text) }).toEqual({ path, leaks: [] });
  // A judge is somebody else's machine; scoring has seen the reply as it was.
  const judged = echo.bodies.filter((body) => body.includes('Is it an answer?'));
  expect(judged.length).toBeGreaterThan(0);
  for (const body of judged) expect(leaksIn(body)).toEqual([]);
  const rows = files.filter(([path]) => path.endsWith('first/results.jsonl')).map(([, text]) => text);
  expect(rows.join('')).toContain('"score":1');
}, 300_000);

import { startChatServer } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace } from './workspace.js';

/** The type of a sheet. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Writes what the case asks for, and names it in its reply. */
const AGENT = `import { mkdirSync, writeFileSync } from 'node:fs';
const id = process.env.ASSAY_CASE_ID;
const file = (path, media_type) => ({ type: 'file', path, media_type });
const text = (said) => ({ type: 'text', text: said });
const say = (key, ...content) => console.log(JSON.stringify({ [key]: [{ role: 'assistant', content }] }));
mkdirSync('out', { recursive: true });
writeFileSync('out/' + id + '.xlsx', Buffer.from([80, 75, 0, 1, 2]));
writeFileSync('out/' + id + '.txt', 'first\\r\\nsecond');
const sheet = file('out/' + id + '.xlsx', '${XLSX}');
if (id === 'both') say('output_messages', text('Here is the sheet.'), sheet, file('out/both.txt', 'text/plain'));
else if (id === 'wordless') say('output', sheet);
else if (id === 'typeless') say('output', file('out/typeless.xlsx'));
else if (id === 'remote') say('output', file('https://example.com/a.xlsx', '${XLSX}'));
else if (id === 'outside') say('output', file('../outside.txt', 'text/plain'));
else if (id === 'gone') say('output', file('out/none.txt', 'text/plain'));
else if (id === 'other') say('output', file('out/other.xlsx', 'application/x-other'));
else say('output', text('Done.'), sheet);
`;

/** A preprocessor, which says how long a file is and what it was told of it. */
export const CONVERT = `import { readFileSync } from 'node:fs';
const told = JSON.parse(readFileSync(0, 'utf8'));
console.log(process.argv[2] ?? 'cells', readFileSync(told.path).length, told.original_path, told.media_type);
`;

/** A suite of the agent, whose cases are to be added. */
export const SUITE = `preprocessors:
  - { type: xlsx, command: [node, convert.mjs] }
target: agent
tests:
`;

export function oneCase(id: string, more = ''): string {
  return `  - { id: ${id}, criteria: Has the totals, input: Make it${more} }\n`;
}

/** A project with an agent that replies with files, and a judge that is content with all. */
export async function project(files: Readonly<Record<string, string>>) {
  const server = await startChatServer(({ text }) => (text.includes('CLASS_NOT_MET') ? '{"classification": "CLASS_EXACTLY_MET"}' : '{"score": 1}'));
  const workspace = await createWorkspace({
    'agent.mjs': AGENT,
    'convert.mjs': CONVERT,
    'outside.txt': 'not of the project',
    '.assay/targets.yaml': `targets:\n  - { name: agent, provider: cli, command: [node, ${JSON.stringify('{TARGET_DIR}/agent.mjs')}] }\n  - { name: judge, provider: openai, model: m, endpoint: ${server.url}, api_key: k }\n`,
    ...files,
  });
  const run = (...args: readonly string[]) => runAssay(['run', 'a.yaml', '--judge', 'judge', ...args], { cwd: workspace.folder });
  return { ...workspace, server, run };
}

// `npm run demo`, after installing and building: runs the examples. Needs no API key and no network.
// `node scripts/demo.mjs FOLDER` runs a copy of them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const examples = process.argv[2] ?? fileURLToPath(new URL('../examples', import.meta.url));
const assay = fileURLToPath(new URL('../apps/cli/dist/bin/assay.js', import.meta.url));

function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Runs the command in the folder of the examples. Returns its exit code. */
function run(args, env = {}) {
  say(`\n$ cd examples && assay ${args.join(' ')}\n`);
  const { status } = spawnSync(process.execPath, [assay, ...args], {
    cwd: examples,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status ?? 1;
}

say('Seven suites in four formats: an agent, an FAQ bot, summaries that a panel of judges scores, a help desk that');
say('holds conversations, a table of questions, and a sentiment classifier that runs in this very process.');
const all = run(['run', '.']);
if (all === 1) {
  say(`
Those failures are real. The agent refunds the list price of a discounted item
(examples/support-agent/agent/agent.mjs): mend it and run the demo again. The classifier is tiny,
and does not understand sarcasm (examples/sentiment/README.md). One summary leaves out until when
the announcement is due, which its rubric requires.`);
}

say(`
Can the judges be trusted? They are tried with replies whose worth is known, made of the summaries that passed. One of
them takes a reply's word for how good it is, another is taken in by length.`);
const audited = run(['audit', 'summary-panel/summary-panel.eval.yaml', '--replies', 'latest']);

say(`
Whether anything got worse is a question of its own: the classifier against the results that are
kept in the repository (examples/sentiment/baselines).`);
const kept = run(['baseline', 'check', '--suite', 'basic', '--dir', 'sentiment/baselines']);

say(`
The same help desk as a model behind HTTP (a server of this demo on 127.0.0.1): every prompt at two
temperatures, with and without a system prompt.`);
const server = spawn(process.execPath, ['library/bot/server.mjs'], { cwd: examples, stdio: ['ignore', 'pipe', 'inherit'] });
const [address] = await once(server.stdout, 'data');
const env = { LIBRARY_URL: String(address).trim(), LIBRARY_TOKEN: 'demo' };
const overHttp = run(['run', 'library/blueprints/desk/over-http.json'], env);
server.kill();

// Cases that fail are what the demo shows; anything else but a pass is a broken demo.
process.exitCode = [all > 1 ? all : 0, audited > 1 ? audited : 0, kept, overHttp].find((status) => status !== 0) ?? 0;

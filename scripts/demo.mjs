// `npm run demo`, after installing and building: runs the examples. Needs no API key and no network.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const examples = fileURLToPath(new URL('../examples', import.meta.url));
const assay = fileURLToPath(new URL('../apps/cli/dist/bin/assay.js', import.meta.url));
const suites = ['support-agent', 'product-faq', 'summary-panel'];

process.stdout.write('Three suites: an agent, an FAQ bot, and summaries that a panel of judges scores.\n');
process.stdout.write(`\n$ cd examples && assay run ${suites.join(' ')}\n\n`);
const { status } = spawnSync(process.execPath, [assay, 'run', ...suites], { cwd: examples, stdio: 'inherit' });

if (status === 1) {
  process.stdout.write(`
That failure is real: the agent refunds the list price of a discounted item
(examples/support-agent/agent/agent.mjs). Mend it and run the demo again.
`);
}
// A case that fails is what the demo shows; anything else but a pass is a broken demo.
process.exitCode = status === 1 ? 0 : (status ?? 1);

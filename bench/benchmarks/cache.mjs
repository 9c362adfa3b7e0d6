import { runProcess, median } from '../parts/run-process.mjs';
import { startServer } from '../servers/start-server.mjs';
import { ASSAY, createWorkspace } from '../data/workspace.mjs';

const CASES = 10_000;
const PAIRS = 3;

export const benchmark = {
  name: 'cache',
  async run() {
    const server = await startServer();
    const workspace = createWorkspace({ cases: CASES, url: server.url });
    const run = async (...more) => {
      const args = [ASSAY, 'run', 'bench.jsonl', '--target', 'bench', '--concurrency', '50', ...more];
      const { ms, stdout } = await runProcess(args, { cwd: workspace.folder });
      return { ms, kept: stdout.includes('10,000 of 10,000 replies') };
    };
    try {
      const filling = await run('--cache');
      if (filling.kept) throw new Error('the cache was not empty at first');
      const ratios = [];
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const warm = await run('--cache');
        if (!warm.kept) throw new Error('the warm cache did not answer all requests');
        ratios.push(warm.ms / (await run()).ms);
      }
      return [{ what: '10,000 cases, warm cache', value: median(ratios), bound: 0.5, unit: '× without a cache, instant server' }];
    } finally {
      server.stop();
      workspace.remove();
    }
  },
};

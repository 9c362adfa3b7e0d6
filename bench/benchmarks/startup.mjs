import { fileURLToPath } from 'node:url';
import { ASSAY } from '../parts/workspace.mjs';
import { pairedRatio, runProcess } from '../parts/run-process.mjs';

const SUITE = fileURLToPath(new URL('../../examples/support-agent/support-agent.eval.yaml', import.meta.url));
const PAIRS = 15;
const floor = async () => (await runProcess(['-e', '0'])).ms;

export const benchmark = {
  name: 'startup',
  async run() {
    const results = [];
    for (const [what, args, bound] of [
      ['assay --help', ['--help'], 1.5],
      ['assay --version', ['--version'], 1.5],
      ['assay validate of a small file', ['validate', SUITE], 3],
    ]) {
      const value = await pairedRatio(PAIRS, async () => (await runProcess([ASSAY, ...args])).ms, floor);
      results.push({ what, value, bound, unit: '× node -e 0' });
    }
    return results;
  },
};

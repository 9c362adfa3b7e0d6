import { fileURLToPath } from 'node:url';
import { ASSAY, LIBRARY } from '../data/workspace.mjs';
import { pairedRatio, runProcess } from '../parts/run-process.mjs';

const SUITE = fileURLToPath(new URL('../../examples/support-agent/support-agent.eval.yaml', import.meta.url));
const PAIRS = 15;
const floor = async () => (await runProcess(['-e', '0'])).ms;

export const benchmark = {
  name: 'startup',
  async run() {
    const results = [];
    for (const [what, args, bound] of [
      ['assay --help', [ASSAY, '--help'], 1.5],
      ['assay --version', [ASSAY, '--version'], 1.5],
      ["import { evaluate } from 'assay'", [LIBRARY], 2.5],
      ['assay validate of a small file', [ASSAY, 'validate', SUITE], 3],
    ]) {
      const value = await pairedRatio(PAIRS, async () => (await runProcess(args)).ms, floor);
      results.push({ what, value, bound, unit: '× node -e 0' });
    }
    return results;
  },
};

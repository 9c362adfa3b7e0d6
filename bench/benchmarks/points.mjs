import { fileURLToPath } from 'node:url';
import { runProcess } from '../parts/run-process.mjs';

const MEASURE = fileURLToPath(new URL('../programs/measure-points.mjs', import.meta.url));

export const benchmark = {
  name: 'points',
  async run() {
    const { stdout } = await runProcess([MEASURE]);
    return JSON.parse(stdout).map(([name, value]) => ({
      what: `${name} on new texts of 2 kB`,
      value,
      bound: 5,
      unit: '× bare String.includes',
    }));
  },
};

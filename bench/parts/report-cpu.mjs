// Loaded into a measured process: leaves the time that it computed (ms) in a file of the folder when it ends.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(join(process.env.BENCH_CPU_FOLDER, String(process.pid)), String((user + system) / 1000));
});

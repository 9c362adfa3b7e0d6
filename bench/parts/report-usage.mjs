// Loaded into a measured process: leaves its peak resident memory (kB) in a file when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => writeFileSync(process.env.BENCH_USAGE_FILE, String(process.resourceUsage().maxRSS)));

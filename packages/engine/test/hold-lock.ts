/** Holds the lock of a run folder until it is killed. */
import { writeSync } from 'node:fs';
import { lockRun } from '../src/store/lock/run-lock.js';

const [directory = ''] = process.argv.slice(2);
await lockRun(directory);
writeSync(1, 'locked\n');
setInterval(() => undefined, 60_000);

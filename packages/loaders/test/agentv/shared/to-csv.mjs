import { readFileSync } from 'node:fs';

const { path } = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(readFileSync(path, 'utf8'));

import { readFileSync } from 'node:fs';
const { candidate_answer: answer } = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify({ score: answer.includes('19.75') ? 1 : 0 }));

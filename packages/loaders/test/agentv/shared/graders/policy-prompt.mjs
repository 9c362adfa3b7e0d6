import { readFileSync } from 'node:fs';
const { candidate_answer: answer } = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(`Does this keep to the policy of march?\n${answer}`);

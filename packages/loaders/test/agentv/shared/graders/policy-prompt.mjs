import { readFileSync } from 'node:fs';
const { candidate_answer: answer } = JSON.parse(readFileSync(0, 'utf8'));
console.log(`Does this keep to the policy of march?\n${answer}`);

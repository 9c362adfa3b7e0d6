// Answers a question with the entry of answers.json whose words it shares most, rare words first.
import { readFileSync } from 'node:fs';

const entries = JSON.parse(readFileSync(new URL('answers.json', import.meta.url), 'utf8'));
const words = (text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
const documents = entries.map(({ question, answer }) => words(`${question} ${answer}`));

const rarity = (word) => Math.log((1 + documents.length) / (1 + documents.filter((document) => document.has(word)).length));
const asked = words(readFileSync(0, 'utf8'));
const scores = documents.map((document) => [...asked].reduce((sum, word) => sum + (document.has(word) ? rarity(word) : 0), 0));
const best = scores.indexOf(Math.max(...scores));

process.stdout.write(scores[best] > 2 ? entries[best].answer : 'I do not know. Please ask our support team.');

import type { Template } from './template.js';

/** A program that stands in for a model, so that the first run needs no key. */
export const demoTarget: Template = {
  path: 'evals/demo-assistant.mjs',
  content: `// A stand-in for your assistant. A "cli" target is any program that reads a prompt from standard
// input and writes its reply to standard output; this one knows two answers by heart.
import { text } from 'node:stream/consumers';

const answers = [
  { about: /\\bopen(ing)?\\b|\\bhours\\b/i, reply: 'On Saturday we are open from 10:00 to 16:00.' },
  { about: /\\brefund|\\bmoney back\\b/i, reply: 'Refunds arrive within 5 working days after we have the parcel.' },
];

const prompt = await text(process.stdin);
const found = answers.find(({ about }) => about.test(prompt));
console.log(found?.reply ?? 'I do not know. Please write to help@shop.example, and a colleague will answer.');
`,
};

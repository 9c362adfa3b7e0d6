// The help desk of a small library: answers by rules, and asks for tools in TOOL_CALL lines.
import { readFileSync } from 'node:fs';

const books = JSON.parse(readFileSync(new URL('catalogue.json', import.meta.url), 'utf8'));

const call = (name, args) => `TOOL_CALL ${JSON.stringify({ name, arguments: args })}`;
const cardIn = (text) => /\bLC-\d{3}\b/u.exec(text)?.[0];
const bookIn = (text) => books.find(({ title }) => text.toLowerCase().includes(title.toLowerCase()));

function reserve(text) {
  const book = bookIn(text);
  if (!book) return 'Which book do you mean? Please tell me its title.';
  const card = cardIn(text);
  return [
    call('search', { title: book.title, fields: { availability: true } }),
    ...(card ? [call('reserve', { book_id: book.id, card, note: 'at  the front desk' })] : []),
  ].join('\n');
}

function renew(text, history) {
  const card = cardIn(text);
  if (!card) return 'Happy to help. What is the number on your library card?';
  const loan = history.some((line) => /renew/iu.test(line));
  return loan
    ? `Thank you. The loan on card ${card} now runs for three more weeks. Is there anything else?`
    : `I found card ${card}. What can I do for you?`;
}

const RULES = [
  [/as JSON/iu, () => JSON.stringify({ opens: '10:00', closes: '16:00', day: 'Saturday' })],
  [/Saturday|open/iu, () => 'The reading room is open on Saturdays from 10:00 to 16:00. On public holidays it stays closed.'],
  [/reserve|is .* in\b/iu, (text) => reserve(text)],
  [/late|fee|fine/iu, () => 'A book that is late costs 20 cents a day, and never more than 5 euros. Children under 14 pay nothing.'],
  [/Čapek|author/iu, () => 'We have R.U.R. by Karel Čapek on shelf D 2; two copies are free.'],
  [/thank/iu, () => 'You are welcome. Enjoy your reading!'],
  [/renew|LC-\d/iu, (text, history) => renew(text, history)],
];

/**
 * The desk's reply to the last of several messages of users.
 * @param {readonly string[]} said what the user said, in order
 * @param {string} [system] "short" in it asks for one sentence
 */
export function answer(said, system = '') {
  const text = said.at(-1) ?? '';
  const rule = RULES.find(([pattern]) => pattern.test(text));
  const reply = rule ? rule[1](text, said) : 'I am not sure. Please ask at the front desk.';
  return /short/iu.test(system) && !reply.startsWith('TOOL_CALL') ? (/^.*?[.!?](?=\s|$)/u.exec(reply)?.[0] ?? reply) : reply;
}

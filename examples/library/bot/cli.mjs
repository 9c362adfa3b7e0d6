// The desk as a program: reads the conversation from standard input and prints its reply.
import { readFileSync } from 'node:fs';
import { answer } from './answer.mjs';

const turns = readFileSync(0, 'utf8').split(/^@\[(\w+)[^\]]*\]:\n/mu);
// One message comes bare; several come each under a mark with the role.
const said = turns.length === 1 ? turns : turns.flatMap((part, index) => (turns[index - 1] === 'User' ? [part.trim()] : []));

process.stdout.write(answer(said));

import { shellArgv } from '@assay/schema';
import * as v from 'valibot';
import { unionMessage } from '../options/union-message.js';

/** A command as a list of its program and arguments, or as one line for the system's shell. */
export function scriptSchema(key: string) {
  const message = `${key} must be a command: a list such as ["node", "check.js"], or one line of text`;
  const written = (text: string): boolean => text.trim() !== '';
  return v.union(
    [
      v.pipe(v.string(message), v.check(written, `${key} must not be empty`)),
      v.pipe(
        v.array(v.string(message), message),
        v.minLength(1, `${key} must not be empty`),
        v.check(([program]) => program === undefined || written(program), `${key} must start with a program, not with an empty text`),
      ),
    ],
    unionMessage(message),
  );
}

/** The program and its arguments. A list runs as it is; a text goes through the platform's shell. */
export function scriptArgv(script: string | readonly string[]): readonly string[] {
  return typeof script === 'string' ? shellArgv(script) : script;
}

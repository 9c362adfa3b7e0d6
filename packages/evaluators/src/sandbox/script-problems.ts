import { compileFunction } from 'node:vm';
import { errorText, type OptionProblem } from '@assay/schema';

/** Reading a script takes time by its length, before any deadline can end it. */
const MOST_CHARACTERS = 100_000;
const HINT = 'write an expression such as r.length > 100, or statements with return';

/** Why it is no body of a function; undefined when it is. Nothing of it runs. */
function syntaxError(body: string): string | undefined {
  try {
    compileFunction(body);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}

/**
 * What keeps a script from running at all. Statements, with or without `return`, read like the body
 * of a function; what is nothing but an expression may need brackets around it.
 */
export function scriptProblems(code: string): readonly OptionProblem[] {
  if (code.trim() === '') return [{ path: [], message: 'the script is blank', hint: HINT }];
  if (code.length > MOST_CHARACTERS) {
    const message = `the script has ${code.length} characters; at most ${MOST_CHARACTERS} are allowed`;
    return [{ path: [], message, hint: 'put data that it looks at into the context of the case' }];
  }
  const asBody = syntaxError(code);
  if (asBody === undefined || syntaxError(`return (\n${code}\n);`) === undefined) return [];
  return [
    {
      path: [],
      message: `the script is not JavaScript: ${asBody}`,
      hint: HINT,
    },
  ];
}

import { compileFunction } from 'node:vm';

/** Why a code is no body of a function; undefined when it is. Nothing of it runs. */
function isBody(code: string): boolean {
  try {
    compileFunction(code, ['output', 'context']);
    return true;
  } catch {
    return false;
  }
}

/** An expression, the body of a function with `return`, or a module that sets `module.exports` to a function. */
function bodyOf(code: string): string {
  const expression = `return (\n${code.replace(/;\s*$/u, '')}\n);`;
  if (/\bmodule\.exports\b/u.test(code)) return `const module = { exports: {} };\n${code}\nreturn (module.exports.default ?? module.exports)(output, context);`;
  return isBody(expression) ? expression : code;
}

/** What marks an explanation by whether the script said `pass: true`, `pass: false` or neither. */
export const PASS_MARKS = { true: '+', false: '-', none: '=' } as const;

/**
 * A script that is a function of `output` and `context`, as one that the sandbox runs. An object that it gives is brought to
 * a score with an explanation, whose first character is one of {@link PASS_MARKS}.
 */
export function wrapScript(code: string): string {
  return `const given = (function (output, context) {
${bodyOf(code)}
})(r, context);
if (typeof given === 'object' && given !== null && typeof given.then !== 'function' && ('pass' in given || 'score' in given)) {
  const mark = given.pass === true ? '${PASS_MARKS.true}' : given.pass === false ? '${PASS_MARKS.false}' : '${PASS_MARKS.none}';
  const reason = given.reason ?? given.explain;
  return { score: 'score' in given ? given.score : given.pass, explain: mark + (typeof reason === 'string' ? reason : '') };
}
return given;`;
}

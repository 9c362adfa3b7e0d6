import type { ProgramStart, StartFailure } from './program-types.js';

/** Code of a start that failed since a null byte, at which every text for the system ends, stands in it. */
export const NULL_BYTE = 'NULL_BYTE';

const NULL = '\0';
/** `sh -c LINE NAME VALUE…`: how a line of a shell is run. */
const LINE_AT = 2;

function isShellLine([program, flag]: readonly string[]): boolean {
  return program === 'sh' && flag === '-c';
}

function placeInArguments(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((argument) => argument.includes(NULL));
  if (at === -1) return undefined;
  if (at === 0) return 'the name of the program';
  if (isShellLine(argv)) return at > LINE_AT ? 'what stands for a placeholder of the command' : 'the command';
  const before = argv[at - 1] ?? '';
  // `--flag value`: the flag says more than a number.
  const flag = at > 1 && /^-{1,2}[A-Za-z][\w-]*$/u.test(before) ? ` (after ${before})` : '';
  return `argument ${at} of the command${flag}`;
}

function placeInEnvironment(env: ProgramStart['env']): string | undefined {
  for (const [name, value] of Object.entries(env)) {
    if (name.includes(NULL)) return 'the name of a variable in its environment';
    if (value?.includes(NULL)) return `the variable ${/^\w{1,100}$/u.test(name) ? name : 'with an odd name'} in its environment`;
  }
  return undefined;
}

/**
 * Where a null byte stands in what a program is started with; undefined when there is none. Node's own
 * error shows the value, which may be a secret.
 */
export function findNullByte({ argv, cwd, env }: Pick<ProgramStart, 'argv' | 'cwd' | 'env'>): StartFailure | undefined {
  const place = placeInArguments(argv) ?? placeInEnvironment(env) ?? (cwd.includes(NULL) ? 'the folder to run in' : undefined);
  return place === undefined ? undefined : { code: NULL_BYTE, why: `${place} has a null byte (\\0) in it, which no program can be given` };
}

import { findNullByte } from './null-bytes.js';
import type { ProgramStart, SpawnedProgram, SpawnProgram, StartFailure } from './program-types.js';
import { withoutValue } from './without-value.js';
import { errorText } from '../errors/inspecting/error-text.js';

/** Starts a program, with more variables, as the leader of a process group of its own. */
export function startProgram(
  spawn: SpawnProgram,
  start: ProgramStart,
  more: Readonly<Record<string, string>>,
): SpawnedProgram | StartFailure {
  const nullByte = findNullByte(start);
  if (nullByte) return nullByte;
  const { argv: [program = '', ...args], cwd, env, stdin } = start;
  try {
    return spawn(program, args, {
      cwd,
      env: { ...env, ...more },
      extendEnv: false,
      detached: process.platform !== 'win32',
      windowsHide: true,
      reject: false,
      buffer: false,
      encoding: 'buffer',
      stdout: 'pipe',
      stderr: 'pipe',
      ...(stdin === undefined ? { stdin: 'ignore' } : { input: stdin }),
    });
  } catch (error) {
    return { why: withoutValue(errorText(error)) };
  }
}

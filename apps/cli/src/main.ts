import { CommanderError } from 'commander';
import { EXIT } from './exit-codes.js';
import { createProgram } from './program.js';

/**
 * Runs the command line and resolves to the exit code. Never rejects: whatever goes wrong is
 * printed to stderr as one message with its way out.
 */
export async function main(argv: readonly string[]): Promise<number> {
  let exitCode: number = EXIT.passed;
  const program = createProgram((code) => {
    exitCode = code;
  });
  process.stdout.on('error', endOnClosedPipe);
  process.stderr.on('error', endOnClosedPipe);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.passed : EXIT.usage;
    const { reportFailure } = await import('./report-failure.js');
    return reportFailure(error);
  }
}

/** `assay … | head` closes our output early: that is the reader's choice, not a failure of ours. */
function endOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(EXIT.passed);
  throw error;
}

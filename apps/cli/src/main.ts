import { CommanderError } from 'commander';
import { EXIT, moreSerious } from './exit-codes.js';
import { createProgram } from './command-line/program.js';
import { printsDocument } from './streams/printed-documents.js';
import { keepStreams } from './streams/process-streams.js';

let release: (() => void) | undefined;

async function guard(): Promise<void> {
  const { guardOutput } = await import('./secrets/guard-output.js');
  release = guardOutput();
}

async function runCommandLine(argv: readonly string[]): Promise<number> {
  let exitCode: number = EXIT.passed;
  const complaints: string[] = [];
  const program = createProgram(
    argv,
    (code) => {
      exitCode = code;
    },
    (text) => complaints.push(text),
  );
  // Not before: the help of a command holds no secret, and is to be there at once.
  program.hook('preAction', guard);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      // They quote what was typed, which may hold a secret where it does not belong.
      if (complaints.length > 0) await guard();
      for (const text of complaints) process.stderr.write(text);
      return error.exitCode === 0 ? EXIT.passed : EXIT.usage;
    }
    const { reportFailure } = await import('./terminal/report-failure.js');
    return reportFailure(error);
  }
}

/**
 * Runs the command line and resolves to the exit code. Never rejects: whatever goes wrong is
 * printed to stderr as one message with its way out. A reader that closes its pipe changes nothing
 * of the exit code; results that could not be written never exit 0.
 */
export async function main(argv: readonly string[]): Promise<number> {
  const streams = keepStreams({ json: printsDocument(argv) });
  const exitCode = await runCommandLine(argv);
  release?.();
  await streams.flush();
  return streams.resultsLost ? moreSerious(exitCode, EXIT.undecided) : exitCode;
}

import { encodeCase, messageText, visibleText, withoutPaths, type EvalCase } from '@assay/schema';
import { chosenCases } from '../runner/reading/chosen-cases.js';
import { composeReading } from '../runner/reading/compose-reading.js';
import { EXIT } from '../exit-codes.js';
import { createFindingPrinter, type FindingPrinter } from '../terminal/print-findings.js';
import { CASE_FILTERS, optionsOf } from '../options/command-line.js';
import { writeOut } from '../terminal/write-out.js';
import { colors } from '../terminal/output-style.js';
import { outputRedactor } from '../secrets/output-redactor.js';

export interface CasesOptions {
  readonly id?: readonly string[];
  readonly tag?: readonly string[];
  readonly limit?: number;
  readonly json?: boolean;
}

/** A case that is a dataset on every machine. */
function portable(evalCase: EvalCase): EvalCase {
  const { inputMessages, expectedMessages } = evalCase;
  return { ...evalCase, inputMessages: withoutPaths(inputMessages), expectedMessages: withoutPaths(expectedMessages) };
}

function describe(evalCase: EvalCase, place: string): string {
  const last = evalCase.inputMessages.findLast(({ role }) => role === 'user');
  const question = messageText(last?.content).replaceAll(/\s+/gu, ' ').trim();
  const shown = question.length > 70 ? `${question.slice(0, 69)}…` : question;
  const evaluators = evalCase.evaluators.map(({ name, type, weight }) => {
    const kind = name === type ? name : `${name} (${type})`;
    return weight === 1 ? kind : `${kind} ×${weight}`;
  });
  return [
    `${colors.bold(visibleText(evalCase.id))}  ${colors.dim(visibleText(place))}`,
    `  ${visibleText(shown)}`,
    `  ${colors.dim('scored by')} ${visibleText(evaluators.join(', '))}`,
  ].join('\n');
}

/** `assay cases`: prints the cases as they are understood. Resolves to the exit code. */
export async function casesCommand(files: readonly string[], options: CasesOptions): Promise<number> {
  const findings = createFindingPrinter();
  try {
    return await printCases(files, options, findings);
  } finally {
    findings.finish();
  }
}

async function printCases(files: readonly string[], options: CasesOptions, findings: FindingPrinter): Promise<number> {
  const reading = await composeReading({
    cwd: process.cwd(),
    patterns: files,
    env: process.env,
    redactor: outputRedactor,
    verbose: false,
    report: findings.report,
  });
  for await (const { evalCase, location } of chosenCases(reading, optionsOf(options, CASE_FILTERS), options.limit)) {
    const text = options.json ? JSON.stringify(encodeCase(portable(evalCase))) : describe(evalCase, `${location.file}:${location.line}`);
    // Whoever closes the pipe has seen enough.
    if (!(await writeOut(`${text}\n`))) break;
  }
  return EXIT.passed;
}

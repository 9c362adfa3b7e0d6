import { defineEvaluator, isJsonObject, reaches, transcriptText, type EvaluationInput, type EvaluationScore, type JsonObject, type JsonValue, type OptionProblem } from '@assay/schema';
import * as v from 'valibot';
import { fileError, findContainedFile, type FilePlace } from '../../files/find-contained-file.js';
import { readTextFile } from '../../files/read-text-file.js';
import { entryObject } from '../../options/entry-object.js';
import { share } from '../../options/numbers.js';
import { optionProblem } from '../../options/option-problems.js';
import { wordedText } from '../../options/texts.js';
import { pointContext } from '../../point-functions/applying/point-context.js';
import { evaluateScript } from '../../sandbox/evaluate-script.js';
import { scriptContext } from '../../sandbox/script-context.js';
import { scriptOutcome } from '../../sandbox/script-outcome.js';
import { scriptProblems } from '../../sandbox/script-problems.js';
import { PASS_MARKS, wrapScript } from './wrap-script.js';

const FILE = 'file://';

/** The code of an entry: itself, or what stands in the file that it names. */
async function codeOf(value: string, place: FilePlace): Promise<string> {
  if (!value.startsWith(FILE)) return value;
  const written = value.slice(FILE.length);
  const subject = `the script file "${written}"`;
  const found = await findContainedFile(written, place);
  if (found.kind !== 'found') throw fileError(subject, found, place, 'give its path relative to the suite’s folder, or write the script itself');
  return readTextFile(found, subject);
}

async function problemsIn(value: string, place: FilePlace): Promise<readonly OptionProblem[]> {
  try {
    const code = await codeOf(value, place);
    const problems = scriptProblems(code).length === 0 ? [] : scriptProblems(wrapScript(code));
    return problems.map((problem) => ({ ...problem, path: ['value', ...problem.path] }));
  } catch (error) {
    return [optionProblem(error, ['value'])];
  }
}

/** What the script sees: the conversation, the data of the case at its own keys, and its variables. */
function contextOf(code: string, input: EvaluationInput): JsonValue {
  const { evalCase } = input;
  const seen = scriptContext(`context ${code}`, pointContext(input));
  return {
    prompt: transcriptText(evalCase.inputMessages),
    expected_outcome: evalCase.expectedOutcome,
    ...(isJsonObject(seen) ? seen : seen === undefined ? {} : { data: seen }),
    vars: evalCase.vars ?? {},
  } satisfies JsonObject;
}

function outcomeOf(score: number, explain: string | undefined, threshold: number | undefined): EvaluationScore {
  const mark = explain?.at(0);
  const passes = mark === PASS_MARKS.true ? true : mark === PASS_MARKS.false ? false : undefined;
  const enough = threshold === undefined ? undefined : reaches(score, threshold);
  const met = passes === undefined ? enough : passes && enough !== false;
  const reasoning = explain?.slice(1) ?? '';
  const text = `the script gave ${score}${passes === undefined ? '' : passes ? ', and that it passes' : ', and that it fails'}${threshold === undefined ? '' : `, at least ${threshold}`}`;
  const good = met ?? score === 1;
  return {
    score,
    ...(met === undefined ? {} : { verdict: met ? 'pass' : 'fail' }),
    hits: good ? [text] : [],
    misses: good ? [] : [text],
    ...(reasoning === '' ? {} : { reasoning }),
  };
}

/** What a script says of the response, as a function of output and context. */
export const javascript = defineEvaluator({
  name: 'javascript',
  description:
    'Runs JavaScript as a function of `output` and `context` and scores its result: true or false, a number (clamped to the range from 0 to ' +
    '1), or {pass, score, reason}. The code is an expression, a function body with `return`, or a file that sets `module.exports` to a ' +
    'function. `context` has `vars`, `prompt`, `messages` and the data of the case. The code runs in a sandbox that offers only the language ' +
    'itself. Any other result, an error, or a run of more than a second leaves the response unscored.',
  options: entryObject(
    {
      value: v.pipe(wordedText('value'), v.description('The script, or `file://` and the path of a file that contains it, relative to the suite and inside the project')),
      threshold: v.optional(v.pipe(share('threshold'), v.description('Lowest score, from 0 to 1, at which the verdict is pass; below it, fail'))),
    },
    'the options',
    { value: 'it is the script' },
  ),
  verbatim: ['value'],
  programs: 'never',
  examples: [
    { title: 'An expression', value: { type: 'javascript', value: "output.split(' ').length < 50" } },
    {
      title: 'The body of a function',
      value: { type: 'javascript', value: "const answer = JSON.parse(output);\nreturn { pass: answer.total > 0, score: answer.items.length / 10, reason: 'counted the items' };" },
    },
    { title: 'A variable of the case', value: { type: 'javascript', value: 'output.includes(context.vars.name)', threshold: 1 } },
  ],
  check: ({ options, ...place }) => problemsIn(options.value, place),
  evaluate: async (input) => {
    const { options, response, services, signal } = input;
    const code = wrapScript(await codeOf(options.value, services));
    const globals = { text: response.text, toolCalls: response.toolCalls, context: contextOf(code, input) };
    const outcome = scriptOutcome((await evaluateScript({ code, globals, signal })).value, 'output and context');
    const { score, explain } = typeof outcome === 'object' ? outcome : { score: outcome, explain: undefined };
    return outcomeOf(Number(score), explain, options.threshold);
  },
});

import { isOpenTurn } from '@assay/engine';
import type { EvalCase, Suite } from '@assay/schema';

/** At most one open turn is left: the last one, where the conversation would otherwise end in an authored reply. */
function withOneTurn(evalCase: EvalCase): EvalCase {
  const { inputMessages, execution } = evalCase;
  const kept = inputMessages.at(-1)?.role === 'assistant' ? inputMessages.findLastIndex(isOpenTurn) : -1;
  const openTurns = inputMessages.flatMap((message, index) => (index !== kept && isOpenTurn(message) ? [index] : []));
  if (openTurns.length === 0) return evalCase;
  return {
    ...evalCase,
    inputMessages: inputMessages.filter((_, index) => !openTurns.includes(index)),
    execution: { ...execution, openTurns },
  };
}

/**
 * The suite with conversations in which one reply is missing. A reply that exists already is all of
 * what was generated in its conversation: read once for every open turn, it would count several times.
 */
export function withOneReply(suite: Suite): Suite {
  return {
    ...suite,
    async *cases() {
      for await (const { evalCase, ...places } of suite.cases()) {
        yield { evalCase: withOneTurn(evalCase), ...places };
      }
    },
  };
}

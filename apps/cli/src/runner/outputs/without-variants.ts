import type { CaseExecution, Suite } from '@assay/schema';

function fixed({ temperature: _temperature, temperatures: _temperatures, systems: _systems, ...execution }: CaseExecution): CaseExecution {
  return execution;
}

/** The suite with nothing varied: replies that exist already were made at whatever settings they were. */
export function withoutVariants(suite: Suite): Suite {
  return {
    ...suite,
    execution: fixed(suite.execution),
    async *cases() {
      for await (const { evalCase, ...places } of suite.cases()) {
        yield { evalCase: { ...evalCase, prompts: undefined, execution: fixed(evalCase.execution) }, ...places };
      }
    },
  };
}

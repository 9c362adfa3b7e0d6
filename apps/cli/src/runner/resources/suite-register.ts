import { ConfigError, suiteKey, type Suite, type Trial } from '@assay/schema';

/** Where a suite's files are, absolute. */
export interface SuitePlaces {
  readonly directory: string;
  readonly projectRoot: string;
}

interface RegisteredSuite {
  readonly suite: Suite;
  readonly places: SuitePlaces;
}

/** The suites whose trials are run. */
export interface SuiteRegister {
  /** One that is there already stays. */
  add(suite: Suite): void;
  /** @throws ConfigError for a trial of another suite. */
  of(trial: Pick<Trial, 'suite' | 'suitePath'>): RegisteredSuite;
}

export function createSuiteRegister(suites: readonly Suite[], placesOf: (suite: Suite) => SuitePlaces): SuiteRegister {
  const known = new Map<string, RegisteredSuite>();
  const register: SuiteRegister = {
    add(suite) {
      const key = suiteKey({ suite: suite.name, suitePath: suite.path });
      if (!known.has(key)) known.set(key, { suite, places: placesOf(suite) });
    },
    of(trial) {
      const found = known.get(suiteKey(trial));
      if (!found) throw new ConfigError(`suite "${trial.suite}" (${trial.suitePath}) is no part of this run`);
      return found;
    },
  };
  for (const suite of suites) register.add(suite);
  return register;
}

/**
 * Makes a client of an SDK that finds no environment: by themselves the SDKs take keys, base URLs,
 * organizations and whole headers out of variables that a target says nothing about, and send them
 * wherever it points. Nothing else can run meanwhile.
 */
export function withoutEnvironment<T>(make: () => T): T {
  const { env } = process;
  process.env = {};
  try {
    return make();
  } finally {
    process.env = env;
  }
}

const NAMES = ['Arch', 'Lang', 'OS', 'Package-Version', 'Retry-Count', 'Runtime', 'Runtime-Version', 'Timeout'];

/**
 * Takes out what the SDKs tell about themselves and the machine with every request: nobody asked for
 * it, and it is half of the headers that are made, sent and read.
 */
export const NO_TELEMETRY: Readonly<Record<string, null>> = Object.fromEntries(
  NAMES.map((name) => [`X-Stainless-${name}`, null]),
);

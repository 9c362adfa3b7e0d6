/** Point functions of blueprints that would send the reply to services. They are known, and not there. */
const NOT_BUILT: Readonly<Record<string, string>> = {
  call: '$call, which asks services over the network, is not built',
  factcheck: '$factcheck, which asks a service over the network, is not built',
};

/** Why a function cannot be used although it exists elsewhere; undefined for all others. */
export function notBuilt(fn: string): string | undefined {
  const name = fn.replace(/^not_/u, '');
  return Object.hasOwn(NOT_BUILT, name) ? NOT_BUILT[name] : undefined;
}

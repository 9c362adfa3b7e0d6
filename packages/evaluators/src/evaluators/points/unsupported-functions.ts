/** Point functions of blueprints that would send the reply to services. They are known, and not there. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  call: '$call, which asks services over the network, is not built',
  factcheck: '$factcheck, which asks a service over the network, is not built',
};

/** Why a function cannot be used although it exists elsewhere; undefined for all others. */
export function unsupportedReason(fn: string): string | undefined {
  const name = fn.replace(/^not_/u, '');
  return Object.hasOwn(UNSUPPORTED, name) ? UNSUPPORTED[name] : undefined;
}

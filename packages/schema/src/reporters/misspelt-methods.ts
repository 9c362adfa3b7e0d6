import { REPORTER_CALLS, type ReporterCall } from './reporter-calls.js';
import type { Reporter } from '../contracts/reporter.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { nearestMatch } from '../diagnostics/nearest-match.js';

/** Its methods and its getters by name, those of its classes included. Nothing of it is called, a getter neither. */
function membersOf(reporter: object): Readonly<Record<'methods' | 'getters', ReadonlySet<string>>> {
  const [methods, getters] = [new Set<string>(), new Set<string>()];
  for (let part: unknown = reporter; typeof part === 'object' && part !== null && part !== Object.prototype; part = Object.getPrototypeOf(part)) {
    for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(part))) {
      if (name !== 'constructor' && typeof value === 'function') methods.add(name);
      if (get !== undefined) getters.add(name);
    }
  }
  return { methods, getters };
}

/** What a method that is never called was meant to be: one that the reporter lacks. Elsewhere such names begin with `on`. */
function meant(method: string, lacking: readonly ReporterCall[]): string | undefined {
  return nearestMatch(method.replace(/^on(?=[A-Z])/u, ''), lacking);
}

function warning(message: string, hint: string): Diagnostic {
  return { severity: 'warning', code: 'reporter', message, hint };
}

/**
 * Methods of a reporter that nobody will call, since they are called almost as those that a run calls: what they were to write would be
 * missing without a word. Methods of its own are none of them, as long as it has some that are called; nor are getters, which mostly
 * give no method (the `closed` of a stream), but may give one that is called.
 */
export function misspeltMethods(reporter: Reporter, name: string): readonly Diagnostic[] {
  let members: ReturnType<typeof membersOf>;
  try {
    members = membersOf(reporter);
  } catch {
    // A proxy that says nothing of itself: its calls are told from what comes of them.
    return [];
  }
  const { methods, getters } = members;
  const lacking = REPORTER_CALLS.filter((call) => !methods.has(call) && !getters.has(call));
  const others = [...methods].filter((method) => !REPORTER_CALLS.some((call) => call === method));
  const found = others.flatMap((method) => {
    const near = meant(method, lacking);
    return near === undefined ? [] : [warning(`reporter "${name}" has ${method}(), which is never called`, `did you mean ${near}()?`)];
  });
  if (found.length > 0 || others.length === 0 || lacking.length < REPORTER_CALLS.length) return found;
  return [warning(`reporter "${name}" has no method that a run calls: ${others.map((method) => `${method}()`).join(', ')} would never be`, `what is called: ${REPORTER_CALLS.join(', ')}`)];
}

import type { Diagnostic } from './diagnostic.js';
import { formatLocation } from './location.js';

/** How often the same words are shown, and findings of one kind whose words differ in names and numbers. */
const MOST_EQUAL = 3;
const MOST_ALIKE = 20;

/** Findings that were not shown, because others like them were. */
export interface MoreFindings {
  /** The last of them. */
  readonly last: Diagnostic;
  readonly count: number;
}

/** Findings with the same words. */
interface Equal {
  count: number;
  /** Where those that are shown stand. */
  readonly places: Set<string>;
}

interface Kind {
  count: number;
  /** By message. */
  readonly equal: Map<string, Equal>;
  /** Left out, by message; by kind for messages that are too many to keep apart. */
  readonly more: Map<string, { last: Diagnostic; count: number }>;
}

/** A message without the number of the line that it begins with in streamed files. */
function words({ message }: Diagnostic): string {
  return message.replace(/^Line \d+: /u, '');
}

/**
 * Keeps one mistake on each of thousands of lines from being said thousands of times: the first few
 * are shown, the rest is counted. What it remembers is bounded.
 */
export class RepeatedFindings {
  readonly #kinds = new Map<string, Kind>();

  /** Takes a finding. True when it is one of the first of its kind, and to be shown. */
  add(diagnostic: Diagnostic): boolean {
    // Who decides whether to trust a project wants to see each place.
    if (diagnostic.code === 'untrusted') return true;
    const message = words(diagnostic);
    const alike = `${diagnostic.severity} ${diagnostic.code} ${message.replaceAll(/"[^"]*"|\d+(?:\.\d+)?/gu, '…')}`;
    let kind = this.#kinds.get(alike);
    if (!kind) this.#kinds.set(alike, (kind = { count: 0, equal: new Map(), more: new Map() }));
    kind.count += 1;
    const equal = kind.equal.get(message) ?? { count: 0, places: new Set() };
    const known = equal.count > 0 || kind.equal.size < MOST_ALIKE;
    const place = diagnostic.location && formatLocation(diagnostic.location);
    // What many cases share by an alias is wrong at one place.
    if (place !== undefined && equal.places.has(place)) return false;
    if (known) {
      kind.equal.set(message, equal);
      equal.count += 1;
      if (equal.count <= MOST_EQUAL) {
        if (place !== undefined) equal.places.add(place);
        return true;
      }
    }
    const key = known ? message : '';
    const more = kind.more.get(key);
    if (known && place !== undefined && more?.last.location && formatLocation(more.last.location) === place) return false;
    kind.more.set(key, { last: diagnostic, count: (more?.count ?? 0) + 1 });
    return false;
  }

  /** What was counted instead of being shown. */
  more(): readonly MoreFindings[] {
    return [...this.#kinds.values()].flatMap(({ more }) => [...more.values()]);
  }
}

/** What was left out as a finding of its own: the same words, how often, and where last. */
export function moreFinding({ last, count }: MoreFindings): Diagnostic {
  const place = last.location ? `, the last one at ${formatLocation(last.location)}` : '';
  return {
    severity: last.severity,
    code: last.code,
    message: `${words(last)}: the same ${count.toLocaleString('en-US')} more time${count === 1 ? '' : 's'}${place}`,
  };
}

/** The findings that are to be shown of a list, and what stands for the others. */
export function withoutRepetition(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const findings = new RepeatedFindings();
  const shown = diagnostics.filter((diagnostic) => findings.add(diagnostic));
  return [...shown, ...findings.more().map(moreFinding)];
}

/** Characters of a line that are kept in mind: more than the longest beginning of a command inside of a line. */
const KEPT = 16;

/** `::` that begins a line: GitHub's way of writing commands into a log. */
const AT_START = /(?<=(?:^|[\n\r])[\s\u0085]*:):/gu;
/** `##[`, `##vso[`, `##teamcity[`: those of its first version, of Azure Pipelines and of TeamCity, wherever they stand. */
const INSIDE = /(?<=##(?:vso|teamcity)?)\[/gu;

/** Takes commands to a CI server out of a text that comes in pieces. */
export type LogGuard = (piece: string) => string;

/** True if whatever stands in the log of the process may be taken for a command by the server that runs it. */
export function commandsAreRead(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['GITHUB_ACTIONS'] === 'true' || env['TF_BUILD'] === 'True' || env['TEAMCITY_VERSION'] !== undefined;
}

/**
 * Makes commands to a CI server that stand in replies, names or errors mere text: one of their characters stands as its code
 * (`:\u003a`, `##\u005b`), as it may in JSON too. A command that comes in pieces is none either.
 */
export function createLogGuard(): LogGuard {
  /** What is known of the line so far: nothing or a colon while it may begin a command, else its end. */
  let before = '';
  return (piece) => {
    const text = before + piece;
    const safe = text.replaceAll(AT_START, String.raw`\u003a`).replaceAll(INSIDE, String.raw`\u005b`);
    // What was shown before is safe: it stays as it is.
    const shown = safe.slice(before.length);
    const line = safe.slice(Math.max(safe.lastIndexOf('\n'), safe.lastIndexOf('\r')) + 1);
    const mayBegin = /^[\s\u0085]*:?$/u.test(line);
    before = mayBegin ? (line.endsWith(':') ? ':' : '') : `x${line.slice(-KEPT)}`;
    return shown;
  };
}

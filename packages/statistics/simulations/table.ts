/** A table in Markdown; the first row is the head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  return [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;

/** A part of the simulations: it draws with a fixed seed and gives a section in Markdown. */
export interface Simulation {
  readonly name: string;
  readonly title: string;
  /** @param effort share of the draws of the documented run, in (0, 1] */
  run(effort: number): string;
}

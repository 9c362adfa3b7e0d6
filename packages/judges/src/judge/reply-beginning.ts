/** Most characters of a reply that are kept in a row, and shown again to a judge that is asked once more. */
const LONGEST = 1000;

/** The beginning of a judge's reply as it came, cut between characters. */
export function replyBeginning(text: string): string {
  const characters = Array.from(text.slice(0, LONGEST * 2)).slice(0, LONGEST).join('');
  return characters.length < text.length ? `${characters}…` : text;
}

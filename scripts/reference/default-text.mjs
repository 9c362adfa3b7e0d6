/**
 * Takes the default out of an option's description, where it stands as its last words (`…; default 60`,
 * `…. Default: the project's folder.`) or after the value (`exact (default); …`).
 * @param {string} description
 * @returns {{text: string, default: string | undefined}}
 */
export function splitDefault(description) {
  const marked = /(?<value>[\w-]+) \(default\)/u.exec(description)?.groups?.['value'];
  if (marked !== undefined) return { text: description.replace(' (default)', ''), default: `\`${marked}\`` };
  const last = /^(?<text>.*?)(?:[;.] default(?: is|:)? )(?<value>(?:[^.;]|\.(?=\d))+?)\.?$/isu.exec(description);
  if (!last?.groups) return { text: description, default: undefined };
  const { text = '', value = '' } = last.groups;
  return { text, default: /^(?:[\d.]+|true|false|\{\w+\})$/u.test(value) ? `\`${value}\`` : value };
}

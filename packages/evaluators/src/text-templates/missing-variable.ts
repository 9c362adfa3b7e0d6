import { nearestMatch, TemplateError, type JsonObject } from '@assay/schema';

const MOST_NAMES = 20;

/** What is said of a variable that a template uses and a case does not have. */
export function missingVariable(name: string, variables: JsonObject, offset: number): TemplateError {
  const names = Object.keys(variables);
  const near = nearestMatch(name, names);
  const more = names.length > MOST_NAMES ? `, … (${names.length})` : '';
  const known = names.length === 0 ? 'there are none' : `there are: ${names.slice(0, MOST_NAMES).join(', ')}${more}`;
  return new TemplateError(`there is no variable "${name}"; ${known}`, {
    offset,
    variable: name,
    hint: near === undefined ? `give the case one (vars: { ${name}: … }, or a column of the table), or write {{ ${name} | default: "" }}` : `did you mean {{ ${near} }}?`,
  });
}

/** The reply of a judge that chose what has this name. */
export const grade = (name: string): string => JSON.stringify({ reflection: `It is ${name}.`, classification: name });

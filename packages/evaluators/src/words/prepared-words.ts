import { foldCase } from '../texts/fold-case.js';

const MOST = 1000;

/** A function of the arguments of checks, which are the same few texts for every response. */
function remembered(prepare: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let prepared = known.get(text);
    if (prepared === undefined) {
      if (known.size >= MOST) known.clear();
      prepared = prepare(text);
      known.set(text, prepared);
    }
    return prepared;
  };
}

/** A word to look for, composed as responses are. */
export const composedWord = remembered((word) => word.normalize('NFC'));

/** The same, whatever the case. */
export const foldedWord = remembered((word) => foldCase(word.normalize('NFC')));

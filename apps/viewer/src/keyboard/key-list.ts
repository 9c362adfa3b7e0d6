/** The keys of the page, as `?` lists them. */
export const KEY_LIST: readonly { readonly place: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    place: 'Everywhere',
    keys: [
      ['?', 'this list'],
      ['Esc', 'close what is open; leave a field'],
      ['t', 'light, dark, or as the system has it'],
      ['r', 'the list of runs'],
    ],
  },
  {
    place: 'In a list or a table',
    keys: [
      ['j  ↓', 'next line'],
      ['k  ↑', 'line before'],
      ['h  ←', 'column before'],
      ['l  →', 'next column'],
      ['Home  End', 'first and last line'],
      ['PgUp  PgDn', 'a page of lines'],
      ['Enter', 'open'],
      ['x', 'choose a run for a comparison'],
      ['c', 'compare the chosen runs, or targets of a run'],
    ],
  },
  {
    place: 'In a run',
    keys: [
      ['/', 'look for a text, or a /pattern/'],
      ['f', 'failed ones alone, and all again'],
      ['d', 'those alone that differ between columns'],
      ['e', 'errors alone'],
      ['s', 'sort by the next figure'],
      ['S', 'sort the other way round'],
      ['g', 'group by the next property'],
      ['o', 'more filters and columns'],
      ['v', 'chart'],
      ['J', 'judges'],
      ['L', 'labels'],
      ['u', 'usage'],
      ['0', 'no filter'],
    ],
  },
  {
    place: 'In a case',
    keys: [
      ['j  k', 'next case, case before'],
      ['[  ]', 'repeat or column before, next one'],
      ['b', 'all replies beside each other'],
      ['m', 'reply rendered, raw, or against what is expected'],
      ['y', 'copy the command that runs it again'],
      ['E', 'open its file in the editor'],
      ['1  2  3', 'your verdict: fail, borderline, pass'],
      ['n', 'your note'],
    ],
  },
];

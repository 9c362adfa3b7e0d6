import { expect, test } from 'vitest';
import { oneCase, project, SUITE, XLSX } from './support/projects/agent-with-files.js';

test('what cannot be shown leaves the evaluator unscored in the words of what went wrong, and no judge is asked', async () => {
  const node = (type: string, code: string, more = '') => `  - { type: ${type}, command: [node, -e, ${JSON.stringify(code)}]${more} }\n`;
  const failing = (id: string, line: string): string => `  - id: ${id}\n    criteria: Good\n    input: Make it\n    assert: [{ type: llm-grader, preprocessors: [${line.trim().slice(2)}] }]\n`;
  const { run, rows, server } = await project({
    'a.yaml': [
      SUITE,
      failing('fails', node('xlsx', 'console.error("no such sheet"); process.exit(4)')),
      failing('endless', node('xlsx', 'setInterval(() => {}, 1000)', ', timeout_seconds: 0.5')),
      failing('silent', node('.XLSX', '')),
      failing('flood', node('xlsx', 'const part = "x".repeat(2 ** 20); for (let n = 0; n < 100; n += 1) process.stdout.write(part);')),
      failing('long', node('xlsx', 'console.log("x".repeat(1_000_001))')),
      ...['remote', 'outside', 'gone', 'other'].map((id) => oneCase(id)),
    ].join(''),
  });
  expect((await run()).exitCode).toBe(3);
  const found = Object.fromEntries((await rows()).map(({ caseId, score, evaluators }) => [caseId, [score, evaluators[0]?.error?.message]]));
  expect(found).toEqual({
    fails: [null, expect.stringMatching(/failed with exit code 4; its standard error ends with:\nno such sheet/u)],
    endless: [null, expect.stringContaining('did not finish within 0.5 s')],
    silent: [null, `the preprocessor of the file "out/silent.xlsx" (${XLSX}) of the reply printed nothing`],
    flood: [null, expect.stringContaining('wrote more than 4 MB')],
    long: [null, 'the files of the reply are longer than 1000000 characters'],
    remote: [null, 'the reply names "https://example.com/a.xlsx", which is no file of this machine'],
    outside: [null, expect.stringMatching(/^the file "\.\.\/outside\.txt" of the reply leads to .*, outside of /u)],
    gone: [null, expect.stringMatching(/^the file "out\/none\.txt" of the reply is not there; it was looked for at /u)],
    other: [null, expect.stringContaining('the file "out/other.xlsx" (application/x-other) of the reply is not text in UTF-8')],
  });
  expect(server.requests).toEqual([]);
});

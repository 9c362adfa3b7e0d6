import { expect, test } from 'vitest';
import { answer, planned, project, WITH, work } from './support/projects/worker-project.js';

test('a worker keeps replies where it is told to, and asks for none of them twice', async () => {
  let asked = 0;
  const here = await project((request) => {
    asked += 1;
    return answer(request);
  });
  const jobs = await planned(here, '--id', 'o*', '--id', 'peru');
  const first = await work(jobs, here.folder, here.env, [...WITH, '--cache']);
  expect([first.rows.map(({ cached }) => cached), asked]).toEqual([[false, false], 3]);
  const second = await work(jobs, here.folder, here.env, [...WITH, '--cache']);
  expect([second.rows.map(({ cached }) => cached), asked]).toEqual([[true, true], 3]);
});

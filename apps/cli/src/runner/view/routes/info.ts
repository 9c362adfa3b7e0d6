import type { Route } from './route.js';

/** What the page is of, and what can be done there. */
export const info: Route = {
  method: 'GET',
  path: /^\/api\/page$/u,
  async handle({ context }, answer) {
    answer.json(context.info);
  },
};

import { pagePolicy } from '@assay/reports';
import type { Route } from './route.js';

/** The page itself. */
export const page: Route = {
  method: 'GET',
  path: /^\/$/u,
  async handle({ context: { html } }, answer) {
    answer.html(html, pagePolicy(html, 'server'));
  },
};

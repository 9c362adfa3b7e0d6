/** Environment variables that name proxies, the one that wins first. */
export const PROXY_VARIABLES = {
  http: ['http_proxy', 'HTTP_PROXY'],
  https: ['https_proxy', 'HTTPS_PROXY'],
} as const;

import { ConfigError, urlWithoutSecrets } from '@assay/schema';

interface AddressedTarget {
  readonly name: string;
  readonly provider: string;
}

/**
 * Checks an endpoint and takes its trailing slashes away.
 * @throws ConfigError when it is not an http(s) URL.
 */
export function checkEndpoint(endpoint: string, target: AddressedTarget): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new ConfigError(`endpoint "${urlWithoutSecrets(endpoint)}" of target "${target.name}" is not an http or https URL`, {
      hint: 'write it whole, e.g. https://api.example.com/v1',
    });
  }
  return endpoint.trim().replace(/\/+$/u, '');
}

/**
 * The same for a base URL, which the path of a request is added to.
 * @throws ConfigError also for one with a query or a fragment: the path would become a part of that.
 */
export function checkBase(endpoint: string, target: AddressedTarget): string {
  const base = checkEndpoint(endpoint, target);
  const [sign] = /[?#]/u.exec(base) ?? [];
  if (sign === undefined) return base;
  throw new ConfigError(`endpoint "${urlWithoutSecrets(base)}" of target "${target.name}" has a "${sign}" in it, and paths are added at its end`, {
    hint: `write the complete URL that requests are posted to as url, or the endpoint without what begins with "${sign}"`,
  });
}

/** The host of a URL with its port, for messages. */
export function hostOf(url: string): string {
  return new URL(url).host;
}

/**
 * The target's model.
 * @throws ConfigError when it names none.
 */
export function requireModel(model: string | undefined, target: AddressedTarget): string {
  if (model) return model;
  throw new ConfigError(`target "${target.name}" names no model`, {
    hint: `add model: to the target, or write it as ${target.provider}:MODEL`,
  });
}

import type { Browser, Page, Request } from 'playwright-core';

/** A page of a test, with all that it did which a page must not do. */
export interface WatchedPage {
  readonly page: Page;
  /** Addresses outside of the server that it asked for, dialogs, windows, errors and refusals of the browser. */
  readonly misdeeds: string[];
  /** All that the page may ask for begins with it. */
  address: string;
  /** Requests that it still waits for. */
  readonly pending: ReadonlySet<Request>;
}

interface Options {
  readonly width?: number;
  readonly dark?: boolean;
}

export async function openPage(browser: Browser, address: string, hash = '', { width = 1280, dark = false }: Options = {}): Promise<WatchedPage> {
  const misdeeds: string[] = [];
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: dark ? 'dark' : 'light', permissions: ['clipboard-read', 'clipboard-write'] });
  await context.route('**/*', (route) => {
    const url = route.request().url();
    if (url.startsWith(watched.address) || url.startsWith('data:')) return route.continue();
    misdeeds.push(`request: ${url}`);
    return route.abort();
  });
  const page = await context.newPage();
  const pending = new Set<Request>();
  const watched: WatchedPage = { page, misdeeds, address, pending };
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  context.on('page', (other) => misdeeds.push(`window: ${other.url()}`));
  page.on('dialog', (dialog) => {
    misdeeds.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => misdeeds.push(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // A server that went away is told by the page itself.
    if (message.type() === 'error' && !/ERR_CONNECTION_(?:REFUSED|RESET)|net::ERR/u.test(message.text())) misdeeds.push(`console: ${message.text()} (${message.location().url})`);
  });
  await page.goto(`${address}${hash}`);
  return watched;
}

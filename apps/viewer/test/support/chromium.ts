import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** Names under which systems install it. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

function installed(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** Whether tests may start a browser here. */
export interface BrowserPresence {
  readonly absent: boolean;
  /** For the names of tests: why they are skipped, and how to have them; empty when they run. */
  readonly note: string;
}

/** @throws Error when it is absent although ASSAY_REQUIRE_SERVICES says that it must be there. */
export function browserPresence(): BrowserPresence {
  const absent = installed() === undefined;
  if (absent && (process.env['ASSAY_REQUIRE_SERVICES'] ?? '') !== '') throw new Error('chromium is not installed, and ASSAY_REQUIRE_SERVICES is set');
  return { absent, note: absent ? ' (skipped: install chromium)' : '' };
}

/** A browser that asks nobody for anything but what a page of it asks for. */
export function launchBrowser(): Promise<Browser> {
  const path = installed();
  if (path === undefined) throw new Error('chromium is not installed');
  const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  // Browsers of users leave out changes of the address that come too often: so does this one.
  return chromium.launch({ executablePath: path, args: flags, ignoreDefaultArgs: ['--disable-ipc-flooding-protection'] });
}

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve, sep } from 'node:path';
import { workspacePackages } from '../support/workspace.mjs';
import { WarmCommand } from './warm-command.mjs';

/** @param {string} target @param {string} link */
function linkFolder(target, link) {
  if (existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(realpathSync(target), link, 'junction');
}

/** Links the workspace's packages and what they depend on, so that samples can import them. @param {string} root @param {string} folder */
function linkPackages(root, folder) {
  const packages = workspacePackages(root);
  for (const { name, folder: target } of packages) linkFolder(target, join(folder, name));
  for (const { folder: target } of packages) {
    const dependencies = join(target, 'node_modules');
    if (!existsSync(dependencies)) continue;
    for (const entry of readdirSync(dependencies).filter((name) => !name.startsWith('.'))) {
      const names = entry.startsWith('@') ? readdirSync(join(dependencies, entry)).map((name) => `${entry}/${name}`) : [entry];
      for (const name of names) linkFolder(join(dependencies, name), join(folder, name));
    }
  }
}

/** @param {string} root @returns {string | undefined} the built command */
function builtCommand(root) {
  const cli = workspacePackages(root).find(({ name }) => name === 'assay');
  const bin = cli?.manifest.bin?.['assay'];
  return cli === undefined || bin === undefined ? undefined : resolve(cli.folder, bin);
}

/** Puts the built command on the PATH as `assay`. @param {string} script @param {string} folder */
function writeCommand(script, folder) {
  mkdirSync(folder, { recursive: true });
  const command = join(folder, 'assay');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
  chmodSync(command, 0o755);
  writeFileSync(`${command}.cmd`, `@"${process.execPath}" "${script}" %*\r\n`);
}

/** A temporary folder with what the samples of all pages use: the packages, and the built command. Pages stand below it. */
export class PageFolders {
  /** @type {WarmCommand | undefined} The built command, for samples that need no process of their own. */
  warm;

  /** @param {string} root the workspace */
  constructor(root) {
    this.root = root;
    this.base = realpathSync(mkdtempSync(join(tmpdir(), 'assay-docs-')));
    linkPackages(root, join(this.base, 'node_modules'));
    this.bin = join(this.base, 'bin');
    const script = builtCommand(root);
    if (script === undefined) return;
    writeCommand(script, this.bin);
    this.warm = new WarmCommand(script);
  }

  remove() {
    this.warm?.close();
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** The temporary folder in which one page's samples run. */
export class PageFolder {
  /** @param {PageFolders} folders */
  constructor({ root, base, bin, warm }) {
    this.root = root;
    this.bin = bin;
    this.warm = warm;
    this.base = mkdtempSync(join(base, 'page-'));
    this.path = join(this.base, 'page');
    mkdirSync(this.path);
    mkdirSync(join(this.base, 'home'));
    writeFileSync(join(this.path, 'package.json'), '{ "type": "module", "private": true }\n');
  }

  /** A plain environment, the same on every machine: no keys, no colours, no settings of the user. How Node is run is that of this process. */
  get env() {
    const path = [this.bin, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'];
    const { NODE_OPTIONS, SystemRoot } = process.env;
    return {
      PATH: path.join(delimiter),
      HOME: join(this.base, 'home'),
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      TZ: 'UTC',
      ...(NODE_OPTIONS !== undefined && { NODE_OPTIONS }),
      ...(SystemRoot !== undefined && { SystemRoot }),
    };
  }

  /** @param {string} path as a page writes it @returns {string} absolute @throws {RangeError} when it leaves the folder */
  resolve(path) {
    const target = resolve(this.path, path);
    if (target !== this.path && !target.startsWith(this.path + sep)) throw new RangeError(`${path} leaves the page's folder`);
    return target;
  }

  /** @param {string} path @param {string} text */
  write(path, text) {
    const target = this.resolve(path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  /** Copies a folder of the workspace to the same path, once. @param {string} path @returns {string} the copy */
  copy(path) {
    const target = this.resolve(path);
    const source = join(this.root, path);
    if (!existsSync(source)) throw new RangeError(`the project has no folder ${path}`);
    if (!existsSync(target)) {
      cpSync(source, target, {
        recursive: true,
        filter: (from) => !/[/\\](?:node_modules|\.assay[/\\](?:runs|cache))$/u.test(from),
      });
    }
    return target;
  }
}

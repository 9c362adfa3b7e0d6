import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAll } from '../../scripts/packages/pack.mjs';
import { runClean } from '../../scripts/packages/run-clean.mjs';
import { sizeOnDisk } from '../../scripts/packages/size-on-disk.mjs';

/** Installs the packed command with npm into an empty folder; offline, since it needs nothing else. */
async function installCommand(root) {
  const { tarball } = (await packAll()).find(({ name }) => name === 'assay');
  mkdirSync(join(root, 'project'));
  writeFileSync(join(root, 'project/package.json'), '{"private": true}');
  const { exitCode, output } = await runClean('npm', ['install', '--offline', '--no-audit', tarball], { cwd: join(root, 'project') });
  if (exitCode !== 0) throw new Error(`npm cannot install the command:\n${output}`);
  return join(root, 'project/node_modules');
}

export const benchmark = {
  name: 'installation',
  async run() {
    const root = mkdtempSync(join(tmpdir(), 'assay-bench-'));
    try {
      const installed = await installCommand(root);
      const packages = readdirSync(installed).filter((name) => !name.startsWith('.'));
      return [
        { what: 'npm install assay: size', value: sizeOnDisk(installed) / 1e6, bound: 8, unit: 'MB' },
        { what: 'npm install assay: packages', value: packages.length, bound: 1, unit: 'packages' },
      ];
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

// Measures Assay against floors taken in the same run, and prints each as a ratio with its bound.
// Usage: pnpm bench [name …]. Build first. Exits 1 when a bound does not hold.
import { readdirSync } from 'node:fs';

const folder = new URL('benchmarks/', import.meta.url);
const wanted = process.argv.slice(2);
const benchmarks = [];
for (const file of readdirSync(folder).toSorted()) {
  const { benchmark } = await import(new URL(file, folder));
  if (wanted.length === 0 || wanted.some((name) => benchmark.name.includes(name))) benchmarks.push(benchmark);
}
if (benchmarks.length === 0) {
  process.stderr.write(`no benchmark has a name with ${wanted.join(' or ')}\n`);
  process.exit(2);
}

/** Most bounds are upper ones. */
function boundOf({ bound, atLeast }) {
  return `${atLeast ? '≥ ' : ''}${bound}`;
}

const rows = [];
for (const { name, run } of benchmarks) {
  process.stderr.write(`measuring ${name} …\n`);
  for (const result of await run()) {
    const holds = result.atLeast ? result.value >= result.bound : result.value <= result.bound;
    rows.push({ name, holds, ...result });
    process.stderr.write(`  ${result.what}: ${result.value.toFixed(2)} (bound ${boundOf(result)})${holds ? '' : '  DOES NOT HOLD'}\n`);
  }
}

const width = Math.max(...rows.map(({ what }) => what.length));
process.stdout.write(`\n${'measured'.padEnd(width)}  value  bound  unit\n`);
for (const { what, value, bound, atLeast, unit, holds, note } of rows) {
  const mark = holds ? '' : '  ✗';
  process.stdout.write(`${what.padEnd(width)}  ${value.toFixed(2).padStart(5)}  ${boundOf({ bound, atLeast }).padStart(5)}  ${unit}${note ? `  (${note})` : ''}${mark}\n`);
}
process.exitCode = rows.every(({ holds }) => holds) ? 0 : 1;

/**
 * Trains the models of this example and writes them to `models`.
 *
 *     node examples/sentiment/train/train.mjs [--check] [names]
 *
 * Needs nothing but Node. Every run writes the same bytes. `--check` writes nothing: it fails unless the files are
 * those that a run would write and README.md tells what was measured. With names, only those models.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modelFiles, trainClassifier } from './classifier.mjs';
import { readReviews } from './read-reviews.mjs';
import { report } from './report.mjs';

const settings = {
  seed: 7,
  members: 4,
  width: 4,
  hidden: 8,
  epochs: 45,
  batch: 16,
  rate: 0.01,
  decay: 0.03,
  dropout: 0.4,
  smoothing: 0.05,
  stemLength: 5,
  minCount: 1,
};

const reviews = readReviews('train');
const models = [
  { name: 'sentiment', reviews, phrases: readReviews('phrases'), settings },
  // Weaker on purpose: no phrases, and a single network.
  { name: 'baseline', reviews, phrases: [], settings: { ...settings, members: 1 } },
];

const names = process.argv.slice(2).filter((argument) => argument !== '--check');
const unknown = names.find((wanted) => models.every(({ name }) => name !== wanted));
if (unknown !== undefined) throw new Error(`there is no model ${unknown}; there are: ${models.map(({ name }) => name).join(', ')}`);

const check = process.argv.includes('--check');
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const problems = [];
for (const { name, reviews, phrases, settings } of models) {
  if (names.length > 0 && !names.includes(name)) continue;
  const classifier = trainClassifier(reviews, phrases, settings);
  for (const [file, content] of Object.entries(modelFiles(classifier))) {
    const path = fileURLToPath(new URL(`../models/${name}/${file}`, import.meta.url));
    if (check) {
      if (!existsSync(path) || !readFileSync(path).equals(Buffer.from(content)))
        problems.push(`models/${name}/${file} differs`);
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const measured = report(name, classifier, readReviews('test'));
  process.stdout.write(`${measured}\n\n`);
  if (!readme.includes(measured)) problems.push(`README.md does not tell what was measured for ${name}`);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (check && problems.length > 0) process.exitCode = 1;

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';


const sentence = (number) => `States fact ${number} about deliveries, with the day and the name of the carrier.`;

/** A prompt with a rubric of about the size that people write. */
function promptOf(number) {
  const points = Array.from({ length: 4 }, (_, index) => `    - "${sentence(number * 10 + index)}"`).join('\n');
  return `- id: prompt-${number}
  prompt: |
    Where is parcel ${number}? It was sent two weeks ago, and the page of the carrier
    has shown the same place for nine days.
  ideal: "Parcel ${number} arrives on Monday; the carrier had lost its label."
  should:
${points}
    - $icontains_any_of: [Monday, "parcel ${number}"]
    - point: "Apologises once."
      weight: 2
      citation: House style
    - - $word_count_between: [10, 200]
      - "Names a day."
    - - "Asks for the number of the order."
`;
}

function generate() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  mkdirSync(join(folder, 'blueprints'));
  const files = Array.from({ length: 100 }, (_, file) => {
    const path = join(folder, `blueprints/parcels-${file}.yml`);
    const prompts = Array.from({ length: 20 }, (_, index) => promptOf(file * 20 + index)).join('');
    writeFileSync(path, `title: Parcels ${file}\nmodels: [CORE]\ntemperatures: [0, 0.7]\n---\n${prompts}`);
    return path;
  });
  return { files, what: 'generated', remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Real blueprints from the folder that ASSAY_CORPUS names, else generated ones. */
export function blueprintFiles() {
  const folder = process.env.ASSAY_CORPUS ? join(process.env.ASSAY_CORPUS, 'weval-blueprints/blueprints') : '';
  if (folder === '' || !existsSync(folder)) return generate();
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.yml'));
  return { files: files.map((file) => join(folder, file)), what: 'real', remove: () => {} };
}

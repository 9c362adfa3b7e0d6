import { basename } from 'node:path';
import type { WriteRequest, WrittenFile } from '@assay/schema';
import { blueprintHeader } from './blueprint-header.js';
import { blueprintPrompt } from './blueprint-prompt.js';
import { casePoints } from './case-points.js';
import { referFrom } from '../../writing/message-entries.js';
import { yamlText } from '../../writing/yaml-text.js';

/** A blueprint in YAML: a header, and the prompts in a document of their own. */
export function writeBlueprint(request: WriteRequest): readonly WrittenFile[] {
  const { suite, cases, out } = request;
  const points = cases.map((located) => casePoints(located, request));
  const header = blueprintHeader(request, points);
  const refer = referFrom(suite.file, out);
  const prompts = cases
    .map((located, index) => {
      const own = points[index];
      return own && blueprintPrompt(located, { request, header, points: own, refer });
    })
    .filter((prompt) => prompt !== undefined);
  const head = Object.keys(header.entry).length === 0 ? '' : `${yamlText(header.entry)}---\n`;
  return [{ path: out ?? `${basename(suite.name)}.yaml`, text: head + yamlText(prompts, { spaced: null }) }];
}

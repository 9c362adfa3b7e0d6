import { templateRendererConformance } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { createTemplateRenderer } from './create-template-renderer.js';

test.each(templateRendererConformance(createTemplateRenderer))('$name', async ({ run }) => {
  await expect(run()).resolves.toBeUndefined();
});

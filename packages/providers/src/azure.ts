import { defineProvider } from '@assay/schema';
import { apiReach } from './http/parameters/option-entries.js';
import { azureOptions } from './openai-api/azure-options.js';

/** Deployments of Azure OpenAI. The target's model is the name of the deployment. */
export const provider = defineProvider({
  name: 'azure',
  aliases: ['azure-openai', 'azure_openai'],
  description: 'Deployments of Azure OpenAI; model is the name of the deployment.',
  options: azureOptions,
  reach: apiReach,
  examples: [
    {
      title: 'A resource',
      value: {
        name: 'azure',
        provider: 'azure',
        model: 'my-deployment',
        endpoint: 'https://example.openai.azure.com',
        version: '2024-10-21',
      },
    },
    {
      title: 'The API without versions',
      value: {
        name: 'azure-v1',
        provider: 'azure',
        model: 'my-deployment',
        endpoint: 'https://example.openai.azure.com/openai/v1',
      },
    },
  ],
  create: async (target, environment) => (await import('./openai-api/azure-target.js')).createAzure(target, environment),
  createEmbedder: async (target, environment) => (await import('./openai-api/azure-target.js')).createAzureEmbedder(target, environment),
});

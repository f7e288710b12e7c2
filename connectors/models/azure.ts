import type { Vendor } from './vendor.ts'

/** Azure OpenAI: the upstream is the name of a deployment. With `api_version` the older addresses, one per deployment, are used. */
export const azure: Vendor = {
  address: ({ options }) => (options.resource_name ? `https://${options.resource_name}.openai.azure.com/openai` : null),
  needsKey: () => true,
  async open({ options }, upstream, { baseURL, apiKey, fetch }) {
    const { createAzure } = await import('@ai-sdk/azure')
    const { api_version: apiVersion } = options
    return createAzure({ baseURL, apiKey, fetch, ...(apiVersion ? { apiVersion, useDeploymentBasedUrls: true } : {}) }).chat(upstream)
  },
  // Deployments are listed by Azure's management API only, which this key does not open.
  list: async () => [],
}

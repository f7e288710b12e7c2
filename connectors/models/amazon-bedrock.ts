import { Failure } from '#domain/failure.ts'
import { entriesOf, textsOf, type Vendor } from './vendor.ts'

const hostOf = (service: string, region = ''): string => `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

/** `api_key` is a Bedrock API key, or with `access_key_id` the secret access key that belongs to it. */
export const amazonBedrock: Vendor = {
  address: ({ options }) => (options.region ? hostOf('bedrock-runtime', options.region) : null),
  needsKey: () => true,
  async open({ options }, upstream, { baseURL, apiKey, fetch }) {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
    const { region = '', access_key_id: accessKeyId } = options
    // An empty key keeps the package from looking for one in the environment.
    const credentials = accessKeyId ? { apiKey: '', accessKeyId, secretAccessKey: apiKey } : { apiKey }
    return createAmazonBedrock({ region, baseURL, fetch, ...credentials })(upstream)
  },
  async list({ options, name, baseUrl }, { apiKey }, read) {
    const { region, access_key_id: accessKeyId } = options
    if (!region) throw new Failure('provider_not_configured', `the provider "${name}" has no region`, { hint: 'set options.region on the provider' })
    const url = `${baseUrl ?? hostOf('bedrock', region)}/foundation-models?byOutputModality=TEXT`
    const models = entriesOf(await read(url, await authorization(url, region, accessKeyId, apiKey)), 'modelSummaries')
    return textsOf(
      models.filter(({ responseStreamingSupported }) => responseStreamingSupported !== false),
      'modelId',
    )
  },
}

async function authorization(url: string, region: string, accessKeyId: string | undefined, key: string): Promise<Record<string, string>> {
  if (!accessKeyId) return { authorization: `Bearer ${key}` }
  const { AwsV4Signer } = await import('aws4fetch')
  const { headers } = await new AwsV4Signer({ url, region, service: 'bedrock', accessKeyId, secretAccessKey: key }).sign()
  const { host: _host, ...signed } = Object.fromEntries(headers)
  return signed
}

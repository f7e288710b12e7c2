import { entriesOf, textsOf, type Vendor } from './vendor.ts'

export const google: Vendor = {
  address: () => 'https://generativelanguage.googleapis.com/v1beta',
  needsKey: () => true,
  async open(_connection, upstream, { baseURL, apiKey, fetch }) {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle({ baseURL, apiKey, fetch })(upstream)
  },
  async list(_connection, { baseURL, apiKey }, read) {
    const models = entriesOf(await read(`${baseURL}/models?pageSize=1000`, { 'x-goog-api-key': apiKey }), 'models')
    const answering = models.filter(({ supportedGenerationMethods: methods }) => !Array.isArray(methods) || methods.includes('generateContent'))
    return textsOf(answering, 'name').map((name) => name.replace(/^models\//, ''))
  },
}

import { proveRedirects, proveSsrf } from '#test/ssrf/ssrf.ts'
import { isSmoke } from '../smoke.ts'

const { requests, spellings, fields, connections, wrong } = await proveSsrf(isSmoke ? { take: (_, index) => index % 40 === 0 } : {})
for (const fault of [...new Set([...wrong, ...connections])].slice(0, 30)) console.log(fault)
const { asked, followed } = await proveRedirects()
console.log(`${spellings} spellings × ${fields} address fields: data sources (POST, PUT, validate), providers, speech, webhooks, mail`)
console.log(`${asked} redirects, ${followed.length} followed to where nothing may be called`)
console.log(`ssrf: ${requests} requests, ${connections.length} connections to the canary`)
process.exit(connections.length || followed.length || asked === 0 || wrong.length || (!isSmoke && spellings < 120) ? 1 : 0)

export type Snippet = 'curl' | 'node' | 'sdk' | 'element'

/** What a host writes to embed a dashboard that is served at `origin`. */
export const snippets = (origin: string, id: string): Record<Snippet, string> => ({
  curl: `curl -X POST ${origin}/api/v1/analytics/auth/guest-token \\
  -H "Authorization: Bearer $QUERENT_KEY" -H "Content-Type: application/json" \\
  -d '{"user":{"id":"customer-7"},"resources":[{"type":"dashboard","id":"${id}"}],"rls":[]}'`,
  node: `const reply = await fetch('${origin}/api/v1/analytics/auth/guest-token', {
  method: 'POST',
  headers: { authorization: \`Bearer \${querentKey}\`, 'content-type': 'application/json' },
  body: JSON.stringify({
    user: { id: customer.id },
    resources: [{ type: 'dashboard', id: '${id}' }],
    rls: [],
  }),
})
const { token } = await reply.json()`,
  sdk: `import { embedDashboard } from '@superset-ui/embedded-sdk'

embedDashboard({
  id: '${id}',
  supersetDomain: '${origin}',
  mountPoint: document.getElementById('dashboard'),
  fetchGuestToken: async () => (await (await fetch('/my-token')).json()).token,
  dashboardUiConfig: { hideTitle: true },
})`,
  element: `<script type="module" src="${origin}/embedded/assets/elements.js"></script>
<querent-dashboard dashboard="${id}" theme="light"></querent-dashboard>
<script type="module">
  document.querySelector('querent-dashboard').fetchToken =
    async () => (await (await fetch('/my-token')).json()).token
</script>`,
})

import { defineConfig } from 'vitepress'

/** What the pages are called in the margin, in the order they are read. */
const GUIDES: Record<string, [text: string, page: string][]> = {
  Begin: [
    ['The first question', 'first-question'],
    ['Connect your data', 'connect'],
    ['Questions in plain words', 'questions'],
    ['The semantic layer as code', 'semantic-layer'],
    ['Migrate', 'migrate'],
  ],
  Share: [
    ['Dashboards', 'dashboards'],
    ['Row filters', 'row-filters'],
    ['Embed', 'embedding'],
    ['Jobs, alerts and webhooks', 'jobs'],
  ],
  Clients: [
    ['The command line', 'cli'],
    ['MCP', 'mcp'],
    ['Speech', 'audio'],
  ],
  Run: [
    ['Deploy', 'deploy'],
    ['Settings', 'settings'],
    ['Models and cost', 'models'],
    ['Single sign-on', 'single-sign-on'],
    ['A second factor', 'second-factor'],
    ['Provisioning (SCIM)', 'scim'],
    ['Mail', 'mail'],
    ['Audit', 'audit'],
    ['Telemetry', 'telemetry'],
    ['Fair shares', 'fair-shares'],
  ],
}

export default defineConfig({
  title: 'Querent',
  description: 'Ask your own data questions over one open HTTP API',
  cleanUrls: true,
  lastUpdated: false,
  outDir: '../dist/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'First question', link: '/guides/first-question' },
      { text: 'Security', link: '/security' },
      { text: 'Figures', link: '/benches' },
    ],
    sidebar: [
      ...Object.entries(GUIDES).map(([text, pages]) => ({ text, items: pages.map(([name, page]) => ({ text: name, link: `/guides/${page}` })) })),
      {
        text: 'More',
        items: [
          { text: 'Security', link: '/security' },
          { text: 'Figures', link: '/benches' },
        ],
      },
    ],
  },
  markdown: {
    config(md) {
      const usual = md.renderer.rules.link_open ?? ((tokens, at, options, _env, self) => self.renderToken(tokens, at, options))
      // What stands in the repository and not in docs/ is named, and leads nowhere from here.
      md.renderer.rules.link_open = (tokens, at, options, env, self) => {
        const token = tokens[at]
        if (token?.attrGet('href')?.startsWith('../../')) token.attrs = []
        return usual(tokens, at, options, env, self)
      }
    },
  },
})

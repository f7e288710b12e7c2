import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{apps,bench,connectors,db,domain,http,runtime,test,scripts}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{apps,bench,connectors,db,domain,http,runtime,test,scripts}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
})

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from '#test/longest-first.ts'

export default defineConfig({
  test: {
    include: ['{apps,bench,charts,cli,connectors,db,domain,http,runtime,test,scripts,web}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Half of what a test does is to wait for processes, servers and timers: two processors are kept busy by four.
    maxWorkers: availableParallelism() * 2,
    // Thousands of requests are answered by one process, each leaving little: with more room for what is young it is collected less often.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // One process runs many files, so that what they all import is loaded once. Nothing here replaces a module or keeps state in one.
    isolate: false,
    // What tests start (services, query runners) loads its code from here instead of compiling it anew.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
  },
})

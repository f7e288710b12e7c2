import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')

/** Builds the script of the page of MCP Apps, `mcp-chart.js`: one file that holds its parts and its style, since the page is sent as one file. */
export async function buildChartPage(outDir: string): Promise<void> {
  await build({
    root: join(root, 'web/embed'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: false,
      cssCodeSplit: true,
      modulePreload: false,
      chunkSizeWarningLimit: 1500,
      rolldownOptions: {
        input: { 'mcp-chart': join(root, 'web/embed/mcp-chart.ts') },
        output: { format: 'iife', codeSplitting: false, entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
      },
    },
  })
}

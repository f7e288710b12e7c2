import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Each HTML page is an entry of its own. */
const PAGES = ['index.html']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  build: {
    target: 'es2023',
    outDir: '../dist/web',
    emptyOutDir: true,
    // The policy of the pages takes nothing inline.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: { input: PAGES.map((page) => join(import.meta.dirname, page)) },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:42010', changeOrigin: false } } },
})

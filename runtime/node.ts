import './quick-resolution.ts'

// Imported only now: what a module imports is resolved before any of it runs.
await import('./node-server.ts')

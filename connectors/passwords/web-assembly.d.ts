// The compiler's library knows WebAssembly only together with the browser's DOM.
declare namespace WebAssembly {
  type Module = { readonly [Symbol.toStringTag]: 'WebAssembly.Module' }
  const Module: { imports(module: Module): { module: string; name: string; kind: string }[] }
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports: Record<string, Record<string, unknown>>): Promise<{ exports: Record<string, unknown> }>
}

declare module '*.wasm' {
  const module: WebAssembly.Module
  export default module
}

// The compiler's library knows WebAssembly only together with the browser's DOM.
declare namespace WebAssembly {
  type Module = { readonly [Symbol.toStringTag]: 'WebAssembly.Module' }
  function compile(bytes: Uint8Array): Promise<Module>
}

declare module '*.wasm' {
  const module: WebAssembly.Module
  export default module
}

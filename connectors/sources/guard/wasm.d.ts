declare module 'libpg-query/wasm/libpg-query.js' {
  const create: (options: object) => Promise<never>
  export default create
}

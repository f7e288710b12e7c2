/** Loaded before a server on Node: tells what keeps its event loop alive when asked (SIGUSR2). */
let asked = 0
process.on('SIGUSR2', () => {
  asked += 1
  const kinds = process.getActiveResourcesInfo()
  const count = (name: string) => kinds.filter((kind) => kind === name).length
  console.log(`resources ${asked} ${count('Timeout')} ${count('TCPSocketWrap')}`)
})

export {}

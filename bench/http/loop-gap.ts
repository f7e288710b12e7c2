/** Loaded before the server: notes the longest gap of a 5 ms timer since it was last asked (SIGUSR2), and prints it with a running number. */
const EVERY_MS = 5
let last = performance.now()
let longest = 0
let asked = 0

setInterval(() => {
  const now = performance.now()
  longest = Math.max(longest, now - last - EVERY_MS)
  last = now
}, EVERY_MS).unref()

process.on('SIGUSR2', () => {
  asked += 1
  console.log(`loop-gap ${asked} ${longest.toFixed(1)}`)
  longest = 0
})

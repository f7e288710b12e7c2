import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Loaded before the server: tells how late its event loop was since it was last asked (SIGUSR2), as the 99th percentile of a 1 ms timer. */
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let asked = 0
process.on('SIGUSR2', () => {
  asked += 1
  console.log(`loop-delay ${asked} ${(delay.percentile(99) / 1e6).toFixed(1)} ${(delay.max / 1e6).toFixed(1)}`)
  delay.reset()
})

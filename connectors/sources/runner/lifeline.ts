import { readSync } from 'node:fs'

// A thread of its own, so that a statement that never yields cannot keep the process alive after its parent: standard input ends when the parent does.
const byte = new Uint8Array(1)
const pause = new Int32Array(new SharedArrayBuffer(4))
for (;;) {
  try {
    if (readSync(0, byte) === 0) break
  } catch (error) {
    if ((error as { code?: string }).code !== 'EAGAIN') break
    Atomics.wait(pause, 0, 0, 200)
  }
}
process.kill(process.pid, 'SIGKILL')

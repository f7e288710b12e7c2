import workletAddress from './capture.worklet.ts?worker&url'
import { createResampler, loudnessOf } from './sound.ts'

/** Hears the microphone until it is called off. Fails as `getUserMedia` does: without a microphone, or where the reader or the browser says no. */
export async function capture(told: (sound: Int16Array, loudness: number) => void, ended: () => void): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true } })
  const context = new AudioContext()
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
    if (context.state !== 'closed') void context.close()
  }
  try {
    await context.audioWorklet.addModule(workletAddress)
    const node = new AudioWorkletNode(context, 'capture', { numberOfOutputs: 0 })
    const resample = createResampler(context.sampleRate)
    node.port.onmessage = ({ data }: MessageEvent<Float32Array>) => told(resample(data), loudnessOf(data))
    context.createMediaStreamSource(stream).connect(node)
    // It was pulled out, or the browser took it back.
    for (const track of stream.getTracks()) track.addEventListener('ended', ended)
    await context.resume()
    return stop
  } catch (error) {
    stop()
    throw error
  }
}

import { useEffect, useRef, useState } from 'react'
import { call } from '#web/api/client.ts'

const BITS_PER_SECOND = 32_000
/** What the services take at most is minutes of speech; a question is shorter. */
const LONGEST_MS = 120_000

/** What a question is spoken about: the names of that data are expected. */
export type SpokenAbout = { model: string | undefined; datasourceIds: string[] }

type Recording = { state: 'off' | 'on' | 'writing'; level: number; toggle: () => void }

/** Records a spoken question and writes it down. The text is handed over to be read, never sent. */
export function useRecording(about: SpokenAbout, onText: (text: string) => void, onFailure: (error: unknown) => void): Recording {
  const [state, setState] = useState<Recording['state']>('off')
  const [level, setLevel] = useState(0)
  const end = useRef<(() => void) | null>(null)
  useEffect(() => () => end.current?.(), [])

  async function begin() {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const type = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'].find((one) => MediaRecorder.isTypeSupported(one))
      const recorder = new MediaRecorder(stream, { ...(type ? { mimeType: type } : {}), audioBitsPerSecond: BITS_PER_SECOND })
      const heard: Blob[] = []
      const quiet = meter(stream, setLevel)
      const timer = setTimeout(() => recorder.stop(), LONGEST_MS)
      recorder.ondataavailable = ({ data }) => void heard.push(data)
      recorder.onstop = () => {
        clearTimeout(timer)
        quiet()
        for (const track of stream.getTracks()) track.stop()
        end.current = null
        void write(new Blob(heard, { type: recorder.mimeType }))
      }
      end.current = () => recorder.state !== 'inactive' && recorder.stop()
      recorder.start()
      setState('on')
    } catch (error) {
      setState('off')
      onFailure(error)
    }
  }

  async function write(recording: Blob) {
    setState('writing')
    const [, kind = 'webm'] = /^audio\/(\w+)/.exec(recording.type) ?? []
    const form = new FormData()
    form.set('file', new File([recording], `question.${kind}`, { type: recording.type }))
    const [source, ...others] = about.datasourceIds
    if (about.model) form.set('model', about.model)
    if (source && !others.length) form.set('datasource_id', source)
    try {
      const { text } = await call('POST /audio/transcriptions', { query: { optimize: true }, body: form })
      onText(text)
    } catch (error) {
      onFailure(error)
    } finally {
      setState('off')
    }
  }
  return { state, level, toggle: () => (state === 'on' ? end.current?.() : state === 'off' ? void begin() : undefined) }
}

/** Tells how loud it is, from 0 to 1, until it is called off. */
function meter(stream: MediaStream, told: (level: number) => void): () => void {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 256
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Uint8Array(analyser.frequencyBinCount)
  const timer = setInterval(() => {
    analyser.getByteTimeDomainData(samples)
    told(Math.min(1, Math.max(...samples.map((sample) => Math.abs(sample - 128))) / 64))
  }, 100)
  return () => {
    clearInterval(timer)
    told(0)
    void context.close()
  }
}

/** The objects of a reply of newline-delimited JSON, each as it comes. */
export async function* linesOf<T>(reply: Response): AsyncGenerator<T, void> {
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    const lines = (rest + (value ?? '')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line) yield JSON.parse(line) as T
    if (done) return
  }
}

import { json, jsonParseLinter } from '@codemirror/lang-json'
import { syntaxHighlighting } from '@codemirror/language'
import { linter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useRef } from 'react'
import type { ApiFailure } from '#web/api/failure.ts'
import { useTheme } from '#web/shell/theme.ts'
import { text } from '#web/text/charts.ts'
import { EDITOR_COLOURS, EDITOR_LOOK } from '#web/ui/editor-look.ts'
import { placeOf } from './spec-place.ts'

type SpecEditorProps = { value: string; failure: ApiFailure | null; onChange: (text: string) => void }

/** The spec of a chart as JSON; what the service refuses is told where it stands. */
export function SpecEditor({ value, failure, onChange }: SpecEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const current = useRef({ value, onChange })
  current.current = { value, onChange }
  const isDark = useTheme() === 'dark'
  useEffect(() => {
    if (!place.current) return
    const parsed = jsonParseLinter()
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: current.current.value,
        extensions: [
          syntaxHighlighting(EDITOR_COLOURS),
          basicSetup,
          json(),
          linter((of) => (of.state.doc.length === 0 ? [] : parsed(of)), { delay: 200 }),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': text.specLabel }),
          EditorView.updateListener.of((update) => update.docChanged && current.current.onChange(update.state.doc.toString())),
          EditorView.theme({ ...EDITOR_LOOK, '&': { ...EDITOR_LOOK['&'], maxHeight: '60vh' } }, { dark: isDark }),
        ],
      }),
    })
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [isDark])
  // Another spec than what was typed: a type was chosen, or the spec dropped.
  useEffect(() => {
    const shown = view.current
    if (shown && !shown.hasFocus && shown.state.doc.toString() !== value) shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    const shown = view.current
    if (!shown || !failure?.param?.startsWith('spec')) return
    const at = placeOf(shown.state, failure.param.slice('spec'.length))
    shown.dispatch(setDiagnostics(shown.state, [{ ...at, severity: 'error', message: failure.message }]))
  }, [failure])
  return <div ref={place} className="overflow-hidden rounded-md border border-line-strong" />
}

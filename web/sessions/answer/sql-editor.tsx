import { sql } from '@codemirror/lang-sql'
import { syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useRef } from 'react'
import { useTheme } from '#web/shell/theme.ts'
import { text } from '#web/text/sessions.ts'
import { EDITOR_COLOURS, EDITOR_LOOK } from '#web/ui/editor-look.ts'

type SqlEditorProps = { value: string; onChange: (sql: string) => void; onRun: () => void }

/** Where a statement is changed. Ctrl or Cmd with Enter runs it. */
export function SqlEditor({ value, onChange, onRun }: SqlEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const current = useRef({ value, onChange, onRun })
  current.current = { value, onChange, onRun }
  const isDark = useTheme() === 'dark'
  useEffect(() => {
    if (!place.current) return
    const runs = () => {
      current.current.onRun()
      return true
    }
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: current.current.value,
        extensions: [
          keymap.of([{ key: 'Mod-Enter', run: runs }]),
          syntaxHighlighting(EDITOR_COLOURS),
          basicSetup,
          sql(),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': text.showSql }),
          EditorView.updateListener.of((update) => update.docChanged && current.current.onChange(update.state.doc.toString())),
          EditorView.theme(EDITOR_LOOK, { dark: isDark }),
        ],
      }),
    })
    view.focus()
    return () => view.destroy()
  }, [isDark])
  return <div ref={place} className="overflow-hidden rounded-md border border-line-strong" />
}

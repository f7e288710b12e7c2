import { sql } from '@codemirror/lang-sql'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { basicSetup } from 'codemirror'
import { useEffect, useRef } from 'react'
import { useTheme } from '#web/shell/theme.ts'
import { text } from '#web/text/sessions.ts'

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
          syntaxHighlighting(COLOURS),
          basicSetup,
          sql(),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': text.showSql }),
          EditorView.updateListener.of((update) => update.docChanged && current.current.onChange(update.state.doc.toString())),
          EditorView.theme(LOOK, { dark: isDark }),
        ],
      }),
    })
    view.focus()
    return () => view.destroy()
  }, [isDark])
  return <div ref={place} className="overflow-hidden rounded-md border border-line-strong" />
}

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ok)' },
  { tag: tags.number, color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
])

const LOOK = {
  '&': { backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '12px', maxHeight: '288px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-content': { fontFamily: 'var(--font-mono)', caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--muted)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--sunken)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-scroller': { overflow: 'auto' },
}

import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { text as charts } from '#web/text/charts.ts'
import { text as common } from '#web/text/controls.ts'
import { text } from '#web/text/dashboards.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Input, SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'
import type { Tile } from './board.ts'
import { freshId, idsIn } from './layout.ts'
import { TextTile } from './text-tile.tsx'

type TileDialogProps = { tile: Tile; layout: Tile[]; onSave: (tile: Tile, tab: string | undefined) => void; onClose: () => void }

/** A tile's title, text or tabs, and the tab it lies on. */
export function TileDialog({ tile, layout, onSave, onClose }: TileDialogProps) {
  const [words, setWords] = useState(tile.text ?? '')
  const [title, setTitle] = useState(tile.title ?? '')
  const [isFigure, setFigure] = useState(tile.type === 'kpi')
  const [tabs, setTabs] = useState(tile.tabs ?? [])
  const [tab, setTab] = useState(tile.tab ?? '')
  const places = layout.flatMap((one) => one.tabs ?? [])
  function submit() {
    const { title: _, ...rest } = tile
    const changed: Tile =
      tile.type === 'text'
        ? { ...tile, text: words }
        : tile.type === 'tabs'
          ? { ...tile, tabs }
          : { ...rest, type: isFigure ? 'kpi' : 'chart', ...(title.trim() === '' ? {} : { title: title.trim() }) }
    onSave(changed, tab === '' ? undefined : tab)
    onClose()
  }
  return (
    <FormDialog
      title={text.kinds[tile.type === 'kpi' ? 'chart' : tile.type]}
      open
      wide={tile.type === 'text'}
      onClose={onClose}
      onSubmit={submit}
      busy={false}
      error={null}
      action={common.done}
      disabled={tile.type === 'tabs' && (tabs.length === 0 || tabs.some((one) => one.title.trim() === ''))}
    >
      {tile.type === 'text' && (
        <div className="grid gap-4 md:grid-cols-2">
          <TextAreaField
            label={text.markdown}
            rows={12}
            maxLength={20_000}
            value={words}
            onChange={({ target }) => setWords(target.value)}
            className="font-mono text-xs"
          />
          <section aria-label={charts.previewLabel} className="min-h-40 rounded-md border border-line p-2">
            <TextTile text={words} />
          </section>
        </div>
      )}
      {(tile.type === 'chart' || tile.type === 'kpi') && (
        <>
          <TextField label={text.tileTitle} hint={text.tileTitleHint} maxLength={200} value={title} onChange={({ target }) => setTitle(target.value)} />
          <SelectField label={charts.show} value={isFigure ? 'kpi' : 'chart'} onChange={({ target }) => setFigure(target.value === 'kpi')}>
            <option value="chart">{charts.chart}</option>
            <option value="kpi">{text.figure}</option>
          </SelectField>
        </>
      )}
      {tile.type === 'tabs' && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-medium">{text.tabs}</legend>
          {tabs.map((one, at) => (
            <div key={one.id} className="flex gap-2">
              <Input
                aria-label={text.tabTitle(at + 1)}
                value={one.title}
                maxLength={200}
                onChange={({ target }) => setTabs(tabs.map((other) => (other.id === one.id ? { ...other, title: target.value } : other)))}
              />
              <IconButton label={text.removeTile(one.title)} disabled={tabs.length === 1} onClick={() => setTabs(tabs.filter(({ id }) => id !== one.id))}>
                <X size={14} />
              </IconButton>
            </div>
          ))}
          <Button
            size="small"
            className="justify-self-start"
            onClick={() => setTabs([...tabs, { id: freshId('tab', [...idsIn(layout), ...tabs.map(({ id }) => id)]), title: text.newTab(tabs.length + 1) }])}
          >
            <Plus size={14} />
            {text.addTab}
          </Button>
        </fieldset>
      )}
      {tile.type !== 'tabs' && places.length > 0 && (
        <SelectField label={text.onTab} value={tab} onChange={({ target }) => setTab(target.value)}>
          <option value="">{text.noTab}</option>
          {places.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  )
}

import { X } from 'lucide-react'
import { useState } from 'react'
import type { ThemeMode } from '#charts/chart.ts'
import { themeOf } from '#charts/theme.ts'
import type { DeploymentTheme } from '#web/api/core.gen.ts'
import { text as words } from '#web/text/settings.ts'
import { IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { lockOf, PartForm, type PartProps, useSaving } from './form.tsx'

type Colors = DeploymentTheme['colors']
type Name = keyof typeof words.colors
const NAMES = Object.keys(words.colors) as Name[]
const HEX = /^#[0-9a-f]{6}$/i

/** Font and colours: of charts, mails, embedded dashboards and the workspace. */
export function Look({ settings }: PartProps) {
  const { theme } = settings
  const [font, setFont] = useState(theme.font ?? '')
  const [series, setSeries] = useState(theme.series.join(', '))
  const [colors, setColors] = useState(theme.colors)
  const [dark, setDark] = useState(theme.dark_colors)
  const saving = useSaving(settings)
  const at = (name: string) => (saving.error?.param?.startsWith(name) ? saving.error.message : null)
  // What the operator set is not sent back: he may name colours as no form does.
  const unlessLocked = <T,>(name: string, value: T) => (lockOf(settings, `theme.${name}`).disabled ? {} : { [name]: value })
  const change = () => ({
    theme: {
      ...unlessLocked('font', font.trim() || null),
      ...unlessLocked('series', series.split(/[\s,]+/).filter(Boolean)),
      ...unlessLocked('colors', colors),
      ...unlessLocked('dark_colors', dark),
    },
  })
  const field = (name: string, label: string, hint: string, value: string, set: (value: string) => void) => {
    const { disabled, told } = lockOf(settings, name)
    return <TextField label={label} hint={told ?? hint} error={at(name)} disabled={disabled} value={value} onChange={({ target }) => set(target.value)} />
  }
  return (
    <PartForm title={words.theme} about={words.themeText} saving={saving} change={change}>
      <div className="grid gap-4 sm:grid-cols-2">
        {field('theme.font', words.font, words.fontHint, font, setFont)}
        {field('theme.series', words.series, words.seriesHint, series, setSeries)}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Palette title={words.light} mode="light" colors={colors} onChange={setColors} {...lockOf(settings, 'theme.colors')} />
        <Palette title={words.dark} mode="dark" colors={dark} onChange={setDark} {...lockOf(settings, 'theme.dark_colors')} />
      </div>
    </PartForm>
  )
}

type PaletteProps = { title: string; mode: ThemeMode; colors: Colors; onChange: (colors: Colors) => void; disabled: boolean; told: string | null }

/** The colours of a theme; one that is not chosen is the usual one. */
function Palette({ title, mode, colors, onChange, disabled, told }: PaletteProps) {
  const usual = themeOf({ mode })
  const without = (name: Name) => onChange(Object.fromEntries(Object.entries(colors).filter(([other]) => other !== name)))
  return (
    <fieldset className="grid content-start gap-1.5" disabled={disabled}>
      <legend className="mb-1 text-sm font-medium">{title}</legend>
      {told && <p className="text-xs text-muted">{told}</p>}
      {NAMES.map((name) => {
        const color = colors[name]
        const label = words.choose(words.colors[name], title)
        return (
          <div key={name} className="flex h-8 items-center gap-2 text-sm">
            <input
              type="color"
              aria-label={label}
              className="h-6 w-9 rounded border border-line-strong bg-surface p-0.5"
              value={color && HEX.test(color) ? color : usual[name]}
              onChange={({ target }) => onChange({ ...colors, [name]: target.value })}
            />
            <span className="min-w-0 flex-1 truncate">{words.colors[name]}</span>
            <span className="num text-xs text-muted">{color ?? words.usual}</span>
            {color && !disabled && (
              <IconButton label={words.clear(label)} onClick={() => without(name)}>
                <X size={14} />
              </IconButton>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

import { preferTheme, type ThemePreference, usePreferredTheme } from '#web/shell/theme.ts'
import { text as words } from '#web/text/account.ts'
import { chooseLanguage, LANGUAGES, type Language, language } from '#web/text/language.ts'
import { SelectField } from '#web/ui/field.tsx'
import { Section } from '#web/ui/page.tsx'

export function Preferences() {
  const chosen = usePreferredTheme()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Section title={words.tabs.preferences}>
      <div className="grid gap-5">
        <fieldset>
          <legend className="mb-2 text-sm font-medium">{words.theme}</legend>
          <div className="flex flex-wrap gap-2">
            {(Object.keys(words.themes) as ThemePreference[]).map((one) => (
              <label
                key={one}
                className={`flex cursor-pointer items-center gap-2 rounded-md border px-3 py-1.5 text-sm ${chosen === one ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
              >
                <input type="radio" name="theme" className="accent-accent" checked={chosen === one} onChange={() => preferTheme(one)} />
                {words.themes[one]}
              </label>
            ))}
          </div>
        </fieldset>
        <div className="max-w-60">
          <SelectField label={words.language} value={language} onChange={({ target }) => chooseLanguage(target.value as Language)}>
            {Object.entries(LANGUAGES).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <div>
          <h3 className="text-sm font-medium">{words.locale}</h3>
          <p className="text-sm text-muted">
            {words.localeText(
              language,
              zone,
              new Intl.NumberFormat(navigator.language).format(1234567.89),
              new Intl.DateTimeFormat(navigator.language, { dateStyle: 'long' }).format(new Date()),
            )}
          </p>
        </div>
      </div>
    </Section>
  )
}

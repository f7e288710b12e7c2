import type { Theme } from './theme.ts'

export type Tooltip = { show(value: unknown, event: MouseEvent, theme: Theme): void; hide(): void; remove(): void }

const [DISTANCE, MOST_LINES] = [12, 20]

/** A box beside the pointer that tells what is below it. Its class is `chart-tooltip`. */
export function createTooltip(page: Document): Tooltip {
  const box = page.createElement('div')
  box.className = 'chart-tooltip'
  box.setAttribute('role', 'tooltip')
  box.hidden = true
  page.body.append(box)

  return {
    show(value, event, theme) {
      const lines = linesOf(value)
      box.replaceChildren(...lines.map(([name, text]) => lineOf(page, name, text, theme)))
      dress(box, theme)
      box.hidden = lines.length === 0
      const { innerWidth, innerHeight } = page.defaultView ?? { innerWidth: 0, innerHeight: 0 }
      const { width, height } = box.getBoundingClientRect()
      const left = event.clientX + DISTANCE + width > innerWidth ? event.clientX - DISTANCE - width : event.clientX + DISTANCE
      const top = event.clientY + DISTANCE + height > innerHeight ? event.clientY - DISTANCE - height : event.clientY + DISTANCE
      Object.assign(box.style, { left: `${Math.max(4, left)}px`, top: `${Math.max(4, top)}px` })
    },
    hide() {
      box.hidden = true
    },
    remove() {
      box.remove()
    },
  }
}

function linesOf(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [['', String(value)]]
  return Object.entries(value)
    .flatMap(([name, text]): [string, string][] => (text === undefined ? [] : [[name, String(text)]]))
    .slice(0, MOST_LINES)
}

function lineOf(page: Document, name: string, text: string, theme: Theme): HTMLElement {
  const line = page.createElement('div')
  const [label, figure] = [page.createElement('span'), page.createElement('span')]
  label.textContent = name
  figure.textContent = text
  Object.assign(label.style, { color: theme.muted, marginRight: name === '' ? '0' : '12px' })
  Object.assign(figure.style, { float: 'right', fontVariantNumeric: 'tabular-nums' })
  line.append(label, figure)
  return line
}

/** Set member by member: a page that forbids inline styles allows that. */
function dress(box: HTMLElement, theme: Theme): void {
  Object.assign(box.style, {
    position: 'fixed',
    zIndex: '1000',
    pointerEvents: 'none',
    maxWidth: '360px',
    padding: '6px 10px',
    font: `12px/18px ${theme.font}`,
    color: theme.text,
    background: theme.background,
    border: `1px solid ${theme.line}`,
    borderRadius: '6px',
    boxShadow: '0 4px 16px rgb(0 0 0 / .16)',
  })
}

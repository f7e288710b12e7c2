type Child = Node | string | null | false
type Attributes = Record<string, string | boolean | number | null | undefined | ((event: Event) => void)>

/** An element with its attributes, listeners (`onclick`) and children. */
export function el<Name extends keyof HTMLElementTagNameMap>(name: Name, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key.slice(2), value)
    else if (value === true) element.setAttribute(key, '')
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, String(value))
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== false))
  return element
}

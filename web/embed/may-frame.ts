/** Whether a page of this origin may speak to us: `*`, an origin, or one with `*.` before its host. */
export function mayFrame(parents: string, origin: string): boolean {
  return parents.split(' ').some((allowed) => {
    if (allowed === '*' || allowed.toLowerCase() === origin.toLowerCase()) return true
    const [scheme = '', host = ''] = allowed.toLowerCase().split('://*.')
    return host !== '' && origin.toLowerCase().startsWith(`${scheme}://`) && origin.toLowerCase().endsWith(`.${host}`)
  })
}

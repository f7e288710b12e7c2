import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode']

/** Where in a JSON text a path such as `encoding.x.field` or `layer[1].mark` leads: as far as it does. */
export function placeOf(state: EditorState, path: string): { from: number; to: number } {
  const parts = path.split(/[.[\]]+/).filter(Boolean)
  let node: SyntaxNode | null = syntaxTree(state).topNode.firstChild
  for (const part of parts) {
    const next: SyntaxNode | null = node && childOf(state, node, part)
    if (!next) break
    node = next
  }
  return node ? { from: node.from, to: Math.min(node.to, state.doc.lineAt(node.from).to) } : { from: 0, to: Math.min(1, state.doc.length) }
}

function childOf(state: EditorState, node: SyntaxNode, part: string): SyntaxNode | null {
  if (node.name === 'Array') return node.getChildren('⚠').length > 0 ? null : (valuesOf(node)[Number(part)] ?? null)
  for (const property of node.getChildren('Property')) {
    const name = property.getChild('PropertyName')
    if (name && state.sliceDoc(name.from, name.to) === JSON.stringify(part)) return property.lastChild
  }
  return null
}

function valuesOf(array: SyntaxNode): SyntaxNode[] {
  const values: SyntaxNode[] = []
  for (let child = array.firstChild; child; child = child.nextSibling) if (/^[A-Z]/.test(child.name)) values.push(child)
  return values
}

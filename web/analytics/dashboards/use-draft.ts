import { useCallback, useState } from 'react'
import type { Board } from './board.ts'

type History = { past: Board[]; board: Board; future: Board[] }
const KEPT = 100

export type Draft = {
  board: Board
  change: (next: Partial<Board>) => void
  undo: (() => void) | null
  redo: (() => void) | null
  /** Begins anew with what is stored. */
  reset: (board: Board) => void
  isChanged: boolean
}

/** A dashboard while it is edited: each change can be taken back. */
export function useDraft(stored: Board): Draft {
  const [base, setBase] = useState(stored)
  const [{ past, board, future }, setHistory] = useState<History>({ past: [], board: stored, future: [] })
  const change = useCallback(
    (next: Partial<Board>) => setHistory((before) => ({ past: [...before.past.slice(-KEPT), before.board], board: { ...before.board, ...next }, future: [] })),
    [],
  )
  const [last, next] = [past.at(-1), future[0]]
  return {
    board,
    change,
    undo: last ? () => setHistory({ past: past.slice(0, -1), board: last, future: [board, ...future] }) : null,
    redo: next ? () => setHistory({ past: [...past, board], board: next, future: future.slice(1) }) : null,
    reset: (again) => {
      setBase(again)
      setHistory({ past: [], board: again, future: [] })
    },
    isChanged: JSON.stringify(board) !== JSON.stringify(base),
  }
}

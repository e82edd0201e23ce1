import { useEffect, useRef, useState } from 'react'
import { CallFault, unreachable } from '#core/calls/fault.ts'
import type { Proof, PuzzleSubject } from './solve.ts'

/** Each puzzle is harder than the one before; a refusal after this many is shown. */
const roundsMax = 3

export type Puzzle = {
  /** Sends; if the server requires a solved puzzle first, solves it on this phone and sends again. */
  ask: <T>(about: PuzzleSubject, send: (proof: Proof | undefined) => Promise<T>) => Promise<T>
  /** Cancels; null while nothing is being solved. */
  cancel: (() => void) | null
}

/**
 * A puzzle keeps robots from using up the messages that members need; the part that solves it is fetched when needed.
 */
export function usePuzzle(): Puzzle {
  const [isSolving, setSolving] = useState(false)
  const underWay = useRef<AbortController | null>(null)
  // Leaving the screen cancels the puzzle.
  useEffect(() => () => underWay.current?.abort(), [])

  async function solve(about: PuzzleSubject): Promise<Proof> {
    const controller = new AbortController()
    underWay.current = controller
    setSolving(true)
    try {
      const { solvePuzzle } = await import('./solve.ts').catch(() => Promise.reject(unreachable()))
      const proof = await solvePuzzle(about, controller.signal)
      if (proof !== null && !controller.signal.aborted) return proof
    } finally {
      underWay.current = null
      setSolving(false)
    }
    throw controller.signal.aborted ? givenUp() : unreachable()
  }

  async function ask<T>(
    about: PuzzleSubject,
    send: (proof: Proof | undefined) => Promise<T>,
  ): Promise<T> {
    let proof: Proof | undefined
    for (let round = 0; ; round += 1)
      try {
        return await send(proof)
      } catch (error) {
        if (!wantsProof(error) || round === roundsMax) throw error
        proof = await solve(about)
      }
  }

  return { ask, cancel: isSolving ? () => underWay.current?.abort() : null }
}

function wantsProof(error: unknown): boolean {
  return error instanceof CallFault && error.code === 'PROOF_REQUIRED'
}

/** The member pressed the button, so no message is shown. */
function givenUp(): CallFault {
  return new CallFault('leaving', { status: 0, code: null, message: '' })
}

import { useEffect, useRef, useState } from 'react'
import { CallFault, unreachable } from '#core/calls/fault.ts'
import type { Proof, PuzzleFor } from './solve.ts'

/** The next puzzle is harder; whoever is refused again after these is told so. */
const roundsMax = 3

export type Puzzle = {
  /** Sends, and where the server wants a solved puzzle first, solves it on this phone and sends again. */
  ask: <T>(about: PuzzleFor, send: (proof: Proof | undefined) => Promise<T>) => Promise<T>
  /** Gives up; null while nothing is being solved. */
  cancel: (() => void) | null
}

/** A puzzle keeps robots from spending the messages that people need; the part that solves it is fetched when it is asked for. */
export function usePuzzle(): Puzzle {
  const [isSolving, setSolving] = useState(false)
  const underWay = useRef<AbortController | null>(null)
  // Whoever has left the screen waits for nothing any more.
  useEffect(() => () => underWay.current?.abort(), [])

  async function solve(about: PuzzleFor): Promise<Proof> {
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
    about: PuzzleFor,
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

/** Wanted by whoever pressed the button, so there is nothing to say about it. */
function givenUp(): CallFault {
  return new CallFault('leaving', { status: 0, code: null, message: '' })
}

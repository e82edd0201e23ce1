// @vitest-environment jsdom
import { drawSector, hashOf, seedFor } from '@kapao/contract/fair/draw'
import { later, refuse } from '@kapao/ui/testing/served.ts'
import { useRef } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import type { SeedReveal, Setup } from './queries.ts'
import { useSpin } from './use-spin.ts'
import { useSetup } from './queries.ts'
import type { WheelHandle } from './wheel/wheel.tsx'

const spinCall = 'POST /api/spinwheel/spin'
const setupCall = 'GET /api/spinwheel/setup'
const revealCall = 'GET /api/spinwheel/reveal/{commitment}'

const wheel = [
  { code: 'COIN', weight: 1 },
  { code: 'NOTHING', weight: 3 },
]
const sliceOf = (code: string, chance: number) => ({
  code,
  label: `Label ${code}`,
  bgColor: '#fff',
  textColor: '#000',
  htmlDescription: null,
  chance,
})
const shown = { name: 'Lucky', slice: [sliceOf('COIN', 25), sliceOf('NOTHING', 75)] }
const seeds = ['one', 'two', 'three'].map((secret) => seedFor(secret, wheel))
const commitments = seeds.map(hashOf)

const setupOf = (commitment: string, part: Partial<Setup> = {}): { result: Setup } => ({
  result: { activeSpinwheel: shown, userCoin: 2, commitment, ...part },
})
const won = {
  success: true,
  error: null,
  result: { code: 'COIN', label: 'Label COIN', remainingCoin: 1 },
} as const
const refused = { success: false, error: 'KEY_INVALID', result: null } as const

/** What a commitment was used for by another tab before: one spin, drawn as it must be. */
function usedByOthers(place: number): SeedReveal {
  const serverSeed = seeds[place]!
  const clientSeed = 'of-another-tab'
  const { code } = wheel[drawSector(wheel, { serverSeed, clientSeed, nonce: 0 })]!
  const createdAt = '2026-03-02T05:00:00.000Z'
  return {
    commitment: commitments[place]!,
    serverSeed,
    wheel,
    spins: [{ nonce: 0, clientSeed, code, createdAt }],
  }
}

/** The wheel's screen without its drawing: where it turned to, and what is said. */
function Spinner({ turned, reset }: { turned: (place: number) => void; reset: () => void }) {
  const { data: setup } = useSetup()
  const handle = useRef<WheelHandle>({
    turnTo: async (place: number) => turned(place),
    reset,
  })
  const { state, spin } = useSpin(setup, handle)
  return (
    <>
      <button type="button" onClick={() => void spin()}>
        spin
      </button>
      <p>{`coins ${setup?.userCoin ?? '-'} ${state.stage}`}</p>
      <p>{state.stage === 'failed' ? state.sentence : ''}</p>
      <p>{state.stage === 'won' ? `won ${state.won.label}, left ${state.coins}` : ''}</p>
    </>
  )
}

async function open(answers: Answers = {}) {
  const turned = vi.fn()
  const reset = vi.fn(() => document.body.textContent?.includes('won Label') ?? false)
  let asked = 0
  const part = await openPart(<Spinner turned={turned} reset={reset} />, {
    answers: {
      [setupCall]: () => setupOf(commitments[Math.min(asked++, 2)]!),
      'GET /api/spinwheel/coupon': () => [],
      [spinCall]: () => won,
      ...answers,
    },
  })
  await part.screen.findByText(/coins \d/)
  const spin = () => part.user.click(part.screen.getByRole('button', { name: 'spin' }))
  return { ...part, spin, turned, reset, spins: () => part.sentTo(spinCall) }
}

describe('a spin', () => {
  test('SPIN-09 SAY-67 is drawn once under the promise that was shown, turns to the sector of the answer, and is reset before the prize', async () => {
    const { answer, give } = later<typeof won>()
    const { spin, spins, turned, reset, screen } = await open({ [spinCall]: () => answer })
    await spin()
    await spin()
    await vi.waitFor(() => expect(spins()).toHaveLength(1))
    expect(spins()[0]).toMatchObject({ commitment: commitments[0] })
    give(won)
    await screen.findByText('won Label COIN, left 1')
    expect(turned).toHaveBeenCalledExactlyOnceWith(0)
    // Reset once, after its pause, and before the prize was shown.
    expect(reset.mock.results).toEqual([{ type: 'return', value: false }])
  })

  test('without coins, or without a wheel, asks for nothing', async () => {
    const poor = await open({ [setupCall]: () => setupOf(commitments[0]!, { userCoin: 0 }) })
    await poor.spin()
    expect(poor.spins()).toEqual([])
    poor.close()
    const off = await open({
      [setupCall]: () => setupOf(commitments[0]!, { activeSpinwheel: null }),
    })
    await off.spin()
    expect(off.spins()).toEqual([])
  })
})

describe('a promise that was refused', () => {
  const first = () => {
    let spun = 0
    return () => (spun++ === 0 ? refused : won)
  }

  test('and had been used up by another tab: drawn again, once, with a new seed under the next one', async () => {
    const { spin, spins, screen } = await open({
      [spinCall]: first(),
      [revealCall]: () => usedByOthers(0),
    })
    await spin()
    await screen.findByText('won Label COIN, left 1')
    const [one, two] = spins()
    expect([one!['commitment'], two!['commitment']]).toEqual(commitments.slice(0, 2))
    expect(one!['clientSeed']).not.toBe(two!['clientSeed'])
  })

  test.each([
    ['names no spin', () => ({ ...usedByOthers(0), spins: [] })],
    [
      'names a spin that was not drawn so',
      () => {
        const used = usedByOthers(0)
        const code = used.spins[0]!.code === 'COIN' ? 'NOTHING' : 'COIN'
        return { ...used, spins: [{ ...used.spins[0]!, code }] }
      },
    ],
    ['has another seed', () => ({ ...usedByOthers(1), commitment: commitments[0]! })],
    ['is not known', () => refuse('NO_DATA', {}, 404)],
  ])('and %s was thrown away: nothing is drawn again, and it is said', async (_name, reveal) => {
    const { spin, spins, screen, turned } = await open({
      [spinCall]: first(),
      [revealCall]: reveal,
    })
    await spin()
    await screen.findByText(/This spin was refused without a reason/)
    expect(spins()).toHaveLength(1)
    expect(turned).not.toHaveBeenCalled()
  })

  test('twice: the refusal is said, and not a third is drawn', async () => {
    const { spin, spins, screen } = await open({
      [spinCall]: () => refused,
      [revealCall]: ({ commitment }) => usedByOthers(commitments.indexOf(commitment)),
    })
    await spin()
    await screen.findByText(/failed/)
    expect(spins()).toHaveLength(2)
  })
})

// @vitest-environment jsdom
import type { DecisionOffer, WorkItem } from '@kapao/contract/console/work'
import { describe, expect, test, vi } from 'vitest'
import { listenForHotkeys } from '#core/page/hotkeys.ts'
import { openPart } from '../../../testing/open-part.tsx'
import { DecisionPart } from './decision-part.tsx'

const offerOf = (part: Partial<DecisionOffer>): DecisionOffer => ({
  name: 'match',
  fields: ['why'],
  isCertain: false,
  waitsFor: null,
  soonest: null,
  alone: null,
  barred: null,
  effect: 'credits-member',
  ...part,
})

async function open(decisions: DecisionOffer[]) {
  const item = { kind: 'deposit', id: 'd-1', candidates: [], decisions } as unknown as WorkItem
  const onNext = vi.fn()
  const opened = await openPart(<DecisionPart item={item} onNext={onNext} />)
  listenForHotkeys(document)
  const button = (name: RegExp) => opened.screen.getAllByRole('button', { name })[0]!
  return { ...opened, button }
}

const refuse = offerOf({ name: 'refuse', effect: 'sends-back' })

describe('SECOND-14 decisions to choose from:', () => {
  test('one that is barred cannot be pressed or typed, and its reason stands below', async () => {
    const { user, button, words, screen } = await open([
      offerOf({ barred: 'waits-already' }),
      refuse,
    ])
    const barred = button(/Credit to a member/)
    expect(barred.hasAttribute('disabled')).toBe(true)
    expect(words()).toContain(
      'Credit to a member: A decision on this is already waiting for a second approval.',
    )
    expect(barred.getAttribute('aria-describedby')).toBe('barred-match')
    await user.keyboard('m')
    expect(screen.queryByRole('textbox')).toBe(null)
    // A letter that chooses nothing begins a word, which ends with a pause.
    await new Promise((resolve) => setTimeout(resolve, 800))
    await user.keyboard('x')
    expect(words()).toContain('After ten seconds it is booked as given back to its payer, for good')
  })

  test('nothing is chosen before somebody chooses, and each explains its own effect', async () => {
    const { user, button, words, screen } = await open([offerOf({}), refuse])
    expect(screen.queryByRole('textbox')).toBe(null)
    await user.click(button(/Credit to a member/))
    expect(words()).toContain('The amount is credited to the member you choose.')
    await user.click(button(/Refuse/))
    expect(words()).toContain('After ten seconds it is booked as given back to its payer, for good')
    expect(words()).not.toContain('The amount is credited to the member you choose.')
  })

  test('SAY-93 a rejection says that the money goes back after ten seconds, and can be undone until then', async () => {
    const { user, button, words } = await open([
      offerOf({ name: 'reject', effect: 'rejects-withdrawal' }),
      refuse,
    ])
    await user.click(button(/Reject/))
    expect(words()).toContain(
      'After ten seconds the money returns to the member’s wallet; until then you can undo it.',
    )
  })

  test('one that is certain is open at once, unless it is barred', async () => {
    const sure = await open([offerOf({ isCertain: true }), refuse])
    expect(sure.words()).toContain('The amount is credited to the member you choose.')
    expect(sure.words()).toContain('(certain)')
    sure.close()
    const barred = await open([offerOf({ isCertain: true, barred: 'own-act' }), refuse])
    expect(barred.words()).not.toContain('The amount is credited to the member you choose.')
  })
})

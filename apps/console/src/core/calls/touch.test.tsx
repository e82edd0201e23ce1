// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPart } from '../../testing/open-part.tsx'
import { askTouch, useTouchAsked } from './touch.ts'

function Asked() {
  const asked = useTouchAsked()
  return (
    asked && (
      <button type="button" onClick={() => asked.answer(false)}>
        no
      </button>
    )
  )
}

test('calls of one moment share a question, and the next one is asked anew', async () => {
  const { user, screen } = await openPart(<Asked />)
  const ask = () => act(async () => [askTouch(), askTouch()])
  for (const _round of [1, 2]) {
    const answers = await ask()
    await user.click(screen.getByRole('button', { name: 'no' }))
    expect(await Promise.all(answers)).toEqual([false, false])
    expect(screen.queryByRole('button')).toBeNull()
  }
})

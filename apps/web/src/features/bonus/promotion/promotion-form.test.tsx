// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { openPart } from '../../../testing/open-part.tsx'
import { PromotionForm } from './promotion-form.tsx'

test('SAY-46 PROMO-02 a field and beside it the button; a blank code is not searched for', async () => {
  const onSearch = vi.fn()
  const { screen, user, press, words } = await openPart(<PromotionForm onSearch={onSearch} />)
  expect(words()).toBe('Promotion codeSearch')
  await press('Search')
  expect(words()).toContain('Please enter a code.')
  await user.type(screen.getByRole('textbox', { name: 'Promotion code' }), 'songkran')
  await press('Search')
  expect(onSearch.mock.calls).toEqual([['SONGKRAN']])
})

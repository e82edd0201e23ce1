// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { openPart } from '../../../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { CannedDialog } from './canned-dialog.tsx'

const fill = 'GET /api/console/canned/{name}/for/{talk}'

test('HOUSE-74 an answer is shown and filled in the language of the customer, or the one that is chosen', async () => {
  const chosen = vi.fn()
  const answer = { name: 'done', text: { th: 'เรียบร้อยค่ะ', la: 'ຮຽບຮ້ອຍແລ້ວ', en: 'That is done.' } }
  const { user, screen, sentTo } = await openPart(
    <CannedDialog talk="T1" usual="la" onChoose={chosen} onClose={() => undefined} />,
    {
      answers: {
        'GET /api/console/canned': () => ({ canned: [answer] }),
        [fill]: ({ language }) => ({ text: answer.text[language!] }),
      },
    },
  )
  await screen.findByText('ຮຽບຮ້ອຍແລ້ວ')
  await user.click(screen.getByRole('button', { name: 'done' }))
  await vi.waitFor(() => expect(chosen).toHaveBeenCalledWith('ຮຽບຮ້ອຍແລ້ວ'))
  await user.selectOptions(screen.getByLabelText(text.inbox.language), text.desk.languages.en)
  await user.click(screen.getByRole('button', { name: 'done' }))
  await vi.waitFor(() => expect(chosen).toHaveBeenCalledWith('That is done.'))
  expect(sentTo(fill).map(({ language }) => language)).toEqual(['la', 'en'])
})

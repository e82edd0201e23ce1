import { languages } from '@kapao/contract/limits'
import { describe, expect, test } from 'vitest'
import type { CannedReply } from './menu.ts'
import { usualMenu } from './usual-menu.ts'
import { usualReplies } from './usual-replies.ts'

const replies = Object.fromEntries(usualReplies.map(({ name, text }) => [name, text]))

function inMenu(name: string): CannedReply['text'] {
  const answer = usualMenu.answers[name]
  if (answer?.kind !== 'quick_replies') throw new Error(`the menu has no words for ${name}`)
  return answer.text
}

/** What each language calls the wallet and all games together, and the end of a bonus. */
const words = {
  th: { everything: 'ในกระเป๋าและทุกเกม', end: 'เมื่อโบนัสจบ', asUsual: 'ตามปกติ' },
  la: { everything: 'ໃນກະເປົາ ແລະ ທຸກເກມ', end: 'ເມື່ອໂບນັດຈົບ', asUsual: 'ຕາມປົກກະຕິ' },
  en: { everything: 'your wallet and games', end: 'when the bonus ends', asUsual: 'as usual' },
}

describe.each(languages)('SAY-94 in %s', (language) => {
  const { everything, end, asUsual } = words[language]

  test('a bonus is said to hold the wallet and all games, and none of it to be free', () => {
    for (const text of [replies['bonus-turnover']!, inMenu('bonus')]) {
      expect(text[language]).toContain(everything)
      expect(text[language]).not.toContain(asUsual)
    }
  })

  test('a deposit under a bonus is said to wait for its end', () => {
    expect(inMenu('deposit')[language]).toContain(end)
  })
})

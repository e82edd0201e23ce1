import { languages } from '@kapao/contract/limits'
import { describe, expect, test } from 'vitest'
import { loadMemberText } from '#text/packs.ts'
import { failedWords } from './failed-words.ts'
import { transferTexts } from './transfer-text.ts'

const wallet = /wallet|กระเป๋า|ກະເປົາ/i

describe.each(languages)(
  'REACH-113 a refused transfer says in %s where its money is',
  (language) => {
    const wordsOf = async (from: string, to: string) => {
      const [{ failed }, { transferFailed }] = await Promise.all([
        transferTexts.load(language),
        loadMemberText(language),
      ])
      const job = from === '' ? { everythingTo: to } : { from, to }
      return { failed, transferFailed, words: failedWords(job, { failed, transferFailed, from }) }
    }

    test('from the wallet: back in the wallet, and nowhere else', async () => {
      const { words, transferFailed } = await wordsOf('wallet', 'pg')
      expect(words).toBe(transferFailed.fromWallet)
      expect(words).toMatch(wallet)
    })

    test('from a game to the wallet: back in that game, and not in the wallet', async () => {
      const { words } = await wordsOf('PG', 'wallet')
      expect(words).toContain('PG')
      expect(words).not.toMatch(wallet)
    })

    test('from one game to another: in the first or, if only the second refused, in the wallet', async () => {
      const { words } = await wordsOf('PG', 'JOKER')
      expect(words).toContain('PG')
      expect(words).toMatch(wallet)
      expect(words).not.toContain('JOKER')
    })

    test('everything: that a part may have gone, and both places where the rest may be', async () => {
      const { words, transferFailed } = await wordsOf('', 'wallet')
      expect(words).toBe(transferFailed.everything)
      expect(words).toMatch(wallet)
      expect(words).toMatch(/game|เกม|ເກມ/)
    })
  },
)

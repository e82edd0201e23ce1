import {
  languages,
  otpBlockMs,
  passwordLengthMin,
  phoneVerifiedLifetimeMs,
  type Language,
} from '@kapao/contract/limits'
import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { bonusTexts } from '../features/bonus/text/bonus-text.ts'
import { chatTexts } from '../features/chat/text/chat-text.ts'
import { depositTexts } from '../features/deposit/text/deposit-text.ts'
import { inviteTexts } from '../features/invite/text/invite-text.ts'
import { loadMemberText, loadPublicText, loadVisitorText } from './packs.ts'
import { refundTexts } from '../features/refund/text/refund-text.ts'
import { spinTexts } from '../features/spin/text/spin-text.ts'
import { statementTexts } from '../features/statement/text/statement-text.ts'
import { transferTexts } from '../features/transfer/text/transfer-text.ts'
import { underWayTexts } from '../features/under-way/text/under-way-text.ts'
import { withdrawTexts } from '../features/withdraw/text/withdraw-text.ts'

const loaders = [
  loadPublicText,
  loadVisitorText,
  loadMemberText,
  depositTexts.load,
  withdrawTexts.load,
  underWayTexts.load,
  transferTexts.load,
  bonusTexts.load,
  statementTexts.load,
  spinTexts.load,
  inviteTexts.load,
  refundTexts.load,
  chatTexts.load,
]

async function sentencesIn(language: Language, given: unknown): Promise<[string, string][]> {
  const packs = await Promise.all(loaders.map((load) => load(language)))
  return packs.flatMap((pack) => sentencesOf(pack, '', given))
}

function sentencesOf(value: unknown, path: string, given: unknown): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String(value(given, given, given))]]
  return Object.entries(value as object).flatMap(([key, below]) =>
    sentencesOf(below, `${path}.${key}`, given),
  )
}

test('one of a thing is singular', async () => {
  // One takes the name of a place, and the other is only used for ten thousand rows.
  const spared = ['.stages.asking', '.keep.cut']
  const all = await sentencesIn('en', 1)
  for (const [path, sentence] of all.filter(([path]) => !spared.includes(path)))
    expect(sentence, path).not.toMatch(/(?<!of )\b1[ \u00A0](?:more )?[a-z]{2,}(?<!s)s\b/)
})

/**
 * Numbers that are no settings: the contract's, and those that an input field allows. A configurable limit is a
 * parameter.
 */
const fixed = new Set<number>([
  0,
  1,
  otpBlockMs / minuteMs,
  phoneVerifiedLifetimeMs / minuteMs,
  passwordLengthMin,
  // A phone number, a profile name, an account number, an amount, and the hours after a changed account.
  10,
  60,
  6,
  20,
  9,
  24,
])

test.each(languages)(
  'no text in %s names a limit that an operator can change',
  async (language) => {
    for (const [path, sentence] of await sentencesIn(language, '#'))
      for (const figure of sentence.match(/\d+/g) ?? [])
        expect(fixed.has(Number(figure)), `${path}: ${sentence}`).toBe(true)
  },
)

test.each(languages)(
  'a late slip is reported in %s without the hours of one setting',
  async (language) => {
    const { slipReasons } = await depositTexts.load(language)
    expect(slipReasons.EXPIRED_SLIP).not.toMatch(/\d/)
  },
)

test.each(languages)(
  'FMT-09 in %s every sentence about a limit names its number',
  async (language) => {
    const transfer = await transferTexts.load(language)
    const withdraw = await withdrawTexts.load(language)
    const { attachment } = await chatTexts.load(language)
    expect(attachment.tooLarge(20)).toMatch(/20\sMB/)
    const { minimum, maximum } = withdraw.errors
    for (const sentence of [transfer.errors.minimum, minimum, maximum])
      expect(sentence('1,234.00')).toContain('1,234.00')
  },
)

import { languages, type Language } from '@kapao/contract/limits'
import { refusalStatus, slipReasons, type RefusalCode } from '@kapao/contract/refusals'
import { describe, expect, test } from 'vitest'
import { bonusTexts } from '../features/bonus/text/bonus-text.ts'
import type { BonusText } from '../features/bonus/text/en.ts'
import { inviteTexts } from '../features/invite/text/invite-text.ts'
import type { InviteText } from '../features/invite/text/en.ts'
import { refundTexts } from '../features/refund/text/refund-text.ts'
import type { RefundText } from '../features/refund/text/en.ts'
import { chatTexts } from '../features/chat/text/chat-text.ts'
import { depositTexts } from '../features/deposit/text/deposit-text.ts'
import type { DepositText } from '../features/deposit/text/en.ts'
import { loadMemberText, loadPublicText, loadVisitorText } from './packs.ts'
import type { MemberText } from './en/member.ts'
import type { PublicText } from './en/public.ts'
import type { VisitorText } from './en/visitor.ts'
import type { RefusalTexts } from './refusal-texts.ts'
import { spinTexts } from '../features/spin/text/spin-text.ts'
import type { SpinText } from '../features/spin/text/en.ts'
import { transferTexts } from '../features/transfer/text/transfer-text.ts'
import type { TransferText } from '../features/transfer/text/en.ts'
import type { UnderWayText } from '../features/under-way/text/en.ts'
import { underWayTexts } from '../features/under-way/text/under-way-text.ts'
import type { WithdrawText } from '../features/withdraw/text/en.ts'
import { withdrawTexts } from '../features/withdraw/text/withdraw-text.ts'

type Catalogue = {
  text: PublicText
  visitorText: VisitorText
  memberText: MemberText
  depositText: DepositText
  spinText: SpinText
  bonusText: BonusText
  inviteText: InviteText
  refundText: RefundText
  transferText: TransferText
  withdrawText: WithdrawText
  underWayText: UnderWayText
  refusals: RefusalTexts
}

async function loadCatalogue(language: Language): Promise<Catalogue> {
  const text = await loadPublicText(language)
  const visitorText = await loadVisitorText(language)
  const memberText = await loadMemberText(language)
  const depositText = await depositTexts.load(language)
  const spinText = await spinTexts.load(language)
  const bonusText = await bonusTexts.load(language)
  const inviteText = await inviteTexts.load(language)
  const refundText = await refundTexts.load(language)
  const transferText = await transferTexts.load(language)
  const withdrawText = await withdrawTexts.load(language)
  const underWayText = await underWayTexts.load(language)
  // A code added to the contract is a type error here until one of the packs has its text.
  const refusals: RefusalTexts = {
    ...text.refusals,
    ...visitorText.refusals,
    ...memberText.refusals,
    ...(await chatTexts.load(language)).refusals,
  }
  return {
    text,
    visitorText,
    memberText,
    depositText,
    spinText,
    bonusText,
    inviteText,
    refundText,
    transferText,
    withdrawText,
    underWayText,
    refusals,
  }
}

const catalogues = {
  th: await loadCatalogue('th'),
  la: await loadCatalogue('la'),
  en: await loadCatalogue('en'),
}

const thai = /[\u0E00-\u0E7F]/
const lao = /[\u0E80-\u0EFF]/
/** Names that members know in Latin letters, in any language. */
const latinAllowed = new Set(['QR', 'OTP', 'SMS', 'PNG', 'JPEG', 'API', 'MB'])
const codes = Object.keys(refusalStatus) as RefusalCode[]

/** Every sentence of a catalog with its path; functions are called, so that their texts are included. */
function sentencesOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') {
    // Only limits may be unknown; counts are always given.
    const given = path.includes('.refusals') ? [null, '7'] : [1, 7]
    return given.map((argument) => [`${path}(${argument})`, String(value(argument, 7, 7))])
  }
  const entries = Object.entries(value as object)
  return entries.flatMap(([key, below]) => sentencesOf(below, `${path}.${key}`))
}

function sentencesIn(language: Language): [string, string][] {
  const {
    text,
    visitorText,
    memberText,
    depositText,
    spinText,
    bonusText,
    inviteText,
    refundText,
    transferText,
    withdrawText,
    underWayText,
  } = catalogues[language]
  return [
    ...sentencesOf(text, 'public'),
    ...sentencesOf(visitorText, 'visitor'),
    ...sentencesOf(memberText, 'member'),
    ...sentencesOf(depositText, 'deposit'),
    ...sentencesOf(spinText, 'spin'),
    ...sentencesOf(bonusText, 'bonus'),
    ...sentencesOf(inviteText, 'invite'),
    ...sentencesOf(refundText, 'refund'),
    ...sentencesOf(transferText, 'transfer'),
    ...sentencesOf(withdrawText, 'withdraw'),
    ...sentencesOf(underWayText, 'under-way'),
  ]
}

test('LANG-07 the three catalogues have the same keys', () => {
  const [th, la, en] = languages.map((language) => sentencesIn(language).map(([path]) => path))
  expect(th?.toSorted()).toEqual(en?.toSorted())
  expect(la?.toSorted()).toEqual(en?.toSorted())
})

test('home uses the same words for money as every other screen', () => {
  for (const { visitorText, memberText } of Object.values(catalogues))
    expect(memberText.currency).toEqual(visitorText.currency)
})

test('LANG-07 a missing text and a wrong parameter are compile errors', () => {
  const { refusals } = catalogues.en.visitorText
  const { OTP_EXPIRED, ...withoutOne } = refusals
  // @ts-expect-error -- one text is missing.
  const incomplete: VisitorText['refusals'] = withoutOne
  // @ts-expect-error -- a limit is handed over as formatted text.
  const misused: RefusalTexts['WITHDRAW_MINIMUM'] = (amount: number) => `${amount}`
  expect([OTP_EXPIRED, incomplete, misused]).toHaveLength(3)
})

describe.each(languages)('the %s catalogue', (language) => {
  const { refusals, depositText } = catalogues[language]

  test('OP-C14 ERRC-83 every refusal and every slip reason has a text', () => {
    expect(Object.keys(refusals).toSorted()).toEqual(codes.toSorted())
    expect(Object.keys(depositText.slipReasons).toSorted()).toEqual(slipReasons.toSorted())
    for (const [path, sentence] of sentencesIn(language)) {
      expect(sentence.trim(), path).not.toBe('')
      expect(sentence, path).toBe(sentence.trim())
    }
  })

  test('shows no code name', () => {
    for (const [path, sentence] of sentencesIn(language)) {
      expect(sentence, path).not.toMatch(/[A-Z]{2,}_[A-Z]/)
    }
  })

  test('messages that name a limit contain its number', () => {
    for (const code of ['WITHDRAW_MINIMUM', 'WITHDRAW_MAXIMUM', 'TRANSFER_MINIMUM'] as const) {
      expect(refusals[code]('1,234.50')).toContain('1,234.50')
      expect(refusals[code](null)).not.toContain('null')
    }
  })

  test('SLIP-09 SLIP-10 SLIP-11 three reasons share one meaning, every other has its own', () => {
    const { slipReasons: texts } = depositText
    expect(texts.IMG_SIZE_UNABLE_TO_PROCESS).toBe(texts.UPLOADED_FILE_NOT_EXIST)
    expect(texts.CANNOT_READ_CROPPED_IMAGE).toBe(texts.UPLOADED_FILE_NOT_EXIST)
    expect(new Set(Object.values(texts)).size).toBe(slipReasons.length - 2)
  })

  test('REACH-113 of a withdrawal that failed, what is in the wallet is what was taken out of the games', () => {
    const { FAILED } = catalogues[language].withdrawText.tracker.stages
    expect(FAILED).toMatch(/out of your games|ออกจากเกม|ອອກຈາກເກມ/)
  })

  test('ERR-03 only the lost session says that the identity cannot be verified', () => {
    const same = codes.filter((code) => refusals[code] === refusals.EXPIRED_AUTH_TOKEN)
    expect(same).toEqual(['EXPIRED_AUTH_TOKEN'])
  })
})

describe.each([
  ['th', thai, lao],
  ['la', lao, thai],
] as const)('the script of the %s texts', (language, own, other) => {
  test('every text is in its own script and none in the neighbour’s', () => {
    for (const [path, sentence] of sentencesIn(language)) {
      expect(sentence, path).toMatch(own)
      expect(sentence, path).not.toMatch(other)
    }
  })

  test('Latin letters are used only in names that members know', () => {
    for (const [path, sentence] of sentencesIn(language)) {
      const words = sentence.match(/[A-Za-z]+/g) ?? []
      expect(
        words.filter((word) => !latinAllowed.has(word)),
        path,
      ).toEqual([])
    }
  })
})

test('English texts contain neither Thai nor Lao', () => {
  for (const [path, sentence] of sentencesIn('en'))
    expect(sentence, path).not.toMatch(/[\u0E00-\u0EFF]/)
})

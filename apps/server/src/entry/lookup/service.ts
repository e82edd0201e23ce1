import type { BankNames } from '@kapao/contract/fields'
import {
  defaultLanguage,
  type Language,
  type Variant,
  type WalletCurrency,
} from '@kapao/contract/limits'
import { moneyFromText, type Money } from '@kapao/contract/money'
import type {
  GiftLinkKey,
  listBanks,
  listSources,
  readActive,
  readContact,
  readDepositAccounts,
  readInfo,
  readSlipWindow,
  readWithdrawalLimits,
} from '@kapao/contract/lookup'
import { goneMessage } from '@kapao/contract/refusals'
import type { Clock } from '#core/clock.ts'
import type { AnswerOf } from '#core/calls/route.ts'
import type { Db } from '#core/db/db.ts'
import { loadMember } from '#records/account/find.ts'
import { findMember } from '#records/account/store.ts'
import { isClosedAt } from '#settings/closing-time.ts'
import type { Settings } from '#settings/registry.ts'

export type LookupDeps = {
  db: Db
  clock: Clock
  variant: Variant
  readSettings: () => Promise<Settings>
  /** From the room of gift links; null while none can be received. */
  readGiftLinkKey: () => Promise<GiftLinkKey | null>
}

/** OP-C04: this one call answers 200 after the whole service has ended, so that the page can say so. */
export async function readActiveState({
  readSettings,
}: LookupDeps): Promise<AnswerOf<typeof readActive>> {
  const settings = await readSettings()
  return settings['service.active'] ? { active: true } : { message: goneMessage }
}

export async function loadInfo({ readSettings }: LookupDeps): Promise<AnswerOf<typeof readInfo>> {
  const settings = await readSettings()
  return { name: settings['brand.name'], website: settings['brand.website'] }
}

export async function loadBanks({ readSettings }: LookupDeps): Promise<AnswerOf<typeof listBanks>> {
  const settings = await readSettings()
  return settings['registration.banks'].map(({ code, nameTH, nameEN }) => ({
    code,
    nameTH,
    nameEN,
  }))
}

export async function loadSources(
  deps: LookupDeps,
  wanted: Language | null,
): Promise<AnswerOf<typeof listSources>> {
  const settings = await deps.readSettings()
  const language = languageFor(deps, wanted)
  return settings['registration.sources'].map(({ code, description }) => ({
    code,
    description: description[language],
  }))
}

/** The operator's texts that exist in each language. */
export async function readTexts(
  deps: LookupDeps,
  wanted: Language | null,
): Promise<{ conditions: string[]; agreements: string[]; notice: string; contactText: string }> {
  const settings = await deps.readSettings()
  const language = languageFor(deps, wanted)
  return {
    conditions: [...settings[`conditions.${language}`]],
    agreements: [...settings[`agreements.${language}`]],
    notice: settings[`notice.${language}`] ?? '',
    contactText: settings[`contact.text.${language}`],
  }
}

export async function loadContact(
  deps: LookupDeps,
  wanted: Language | null,
): Promise<AnswerOf<typeof readContact>> {
  const settings = await deps.readSettings()
  const { contactText } = await readTexts(deps, wanted)
  return {
    contactText,
    lineLink: settings['contact.line.link'] ?? '',
    lineName: settings['contact.line.name'],
    lineQR: settings['contact.line.qr'],
  }
}

/** Only what can be paid in the currency of the member's wallet: there is no exchange. */
export async function loadDepositAccounts(
  { db, readSettings, readGiftLinkKey }: LookupDeps,
  memberId: string,
): Promise<AnswerOf<typeof readDepositAccounts>> {
  const settings = await readSettings()
  const currency = (await findMember(db, memberId))?.currency
  return {
    banks: settings['deposit.accounts']
      .filter((account) => account.currency === currency)
      .map((account) => ({ ...account, bank: namesOf(account, settings) })),
    wallets: settings['deposit.wallets'].filter((account) => account.currency === currency),
    isManual: settings['deposit.manual'],
    giftLinkKey: await readGiftLinkKey(),
  }
}

export async function loadWithdrawalLimits(
  { db, readSettings }: LookupDeps,
  memberId: string,
): Promise<AnswerOf<typeof readWithdrawalLimits>> {
  const settings = await readSettings()
  const { currency } = await loadMember(db, memberId)
  return {
    withdrawMin: moneyOf(settings[`withdraw.min.${currency}`], currency),
    withdrawMax: moneyOf(settings[`withdraw.max.${currency}`], currency),
  }
}

export async function loadSlipWindow({
  clock,
  readSettings,
}: LookupDeps): Promise<AnswerOf<typeof readSlipWindow>> {
  const settings = await readSettings()
  const closeFrom = settings['slip.closeFrom']
  const closeTo = settings['slip.closeTo']
  return {
    isOpen: !isClosedAt(clock.now(), { closeFrom, closeTo }),
    closeFrom,
    closeTo,
    limitMinutes: settings['slip.limitMinutes'],
  }
}

/** A reader of Lao without a Lao name is more likely to read the English one than the Thai one. */
function namesOf(
  { bankCode, bank }: Settings['deposit.accounts'][number],
  settings: Settings,
): BankNames {
  const known = settings['registration.banks'].find(({ code }) => code === bankCode)
  return { ...bank, nameLA: bank.nameLA ?? known?.nameLA ?? bank.nameEN }
}

function languageFor({ variant }: LookupDeps, wanted: Language | null): Language {
  return wanted ?? defaultLanguage(variant)
}

/** The registry accepts only amounts of the currency, so this cannot be null. */
function moneyOf(text: string, currency: WalletCurrency): Money {
  return moneyFromText(text, currency)!
}

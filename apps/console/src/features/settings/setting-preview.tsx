import type { PreviewScreen } from '@kapao/contract/console/preview'
import { partsOfName, type SettingWord } from '@kapao/contract/console/settings'
import { walletCurrencies } from '@kapao/contract/limits'
import { useLanguage } from '#core/i18n.tsx'
import type { Path } from '#ui/fields/values.ts'
import { Preview } from '#ui/preview/preview.tsx'
import { placesOf } from '#ui/preview/places-of.ts'
import { languageOf, type SettingRow } from './rows.ts'

/** Where members meet a setting; one that is not here changes nothing that they see on these screens. */
const screensOf: Partial<Record<SettingWord, readonly PreviewScreen[]>> = {
  'brand.name': ['login', 'agreement'],
  'brand.website': ['login'],
  'brand.color': ['login', 'bonus', 'deposit'],
  conditions: ['conditions'],
  agreements: ['agreement'],
  notice: ['bonus'],
  'contact.text': ['contact'],
  'contact.line.link': ['contact'],
  'contact.line.name': ['contact'],
  'contact.line.qr': ['contact'],
  'howto.video.wallet': ['howto'],
  'howto.video.enter': ['howto'],
  'howto.video.balance': ['howto'],
  'howto.video.bonus': ['howto'],
  'howto.video.finish': ['howto'],
  'chat.menu': ['chat'],
  'invite.banners': ['invite'],
  'invite.success': ['invite'],
  'invite.fail': ['invite'],
  'refund.info': ['refund'],
  'refund.banners': ['refund'],
  'refund.active': ['refund'],
  'refund.rate': ['refund'],
  'refund.min': ['refund'],
  'refund.max': ['refund'],
  'refund.success': ['refund'],
  'refund.fail': ['refund'],
  'bonus.factor': ['bonus', 'promotion'],
  'bonus.endAmount': ['bonus', 'promotion'],
  'spin.prizeTurnover': ['wheel'],
  'deposit.manual': ['deposit'],
  'deposit.accounts': ['deposit'],
  'deposit.wallets': ['deposit'],
  'slip.closeFrom': ['deposit'],
  'slip.closeTo': ['deposit'],
  'slip.limitMinutes': ['deposit'],
}

type Props = {
  rows: readonly SettingRow[]
  /** What is saved together with them. */
  also: readonly { name: string; value: unknown }[]
  valueOf: (row: SettingRow) => unknown
  /** The places of the values that a phone cuts. */
  onCut: (places: readonly Path[]) => void
}

/** The member's own screens with what is typed. */
export function SettingPreview({ rows, also, valueOf, onCut }: Props) {
  const own = useLanguage()
  const [first] = rows
  const parts = first ? partsOfName(first.name) : null
  const screens = parts ? screensOf[parts.word] : undefined
  if (!first || !parts || !screens) return null
  const currency = walletCurrencies.find((one) => one === parts.of)
  const settings = [...rows.map((row) => ({ name: row.name, value: valueOf(row) })), ...also]
  return (
    <Preview
      screens={screens}
      draft={{ settings, code: '', ...(currency && { currency }) }}
      language={own}
      onCut={(cut, language) => {
        // What is seen in a language is the text in it.
        const shown = rows.filter((row) => [null, language].includes(languageOf(row)))
        const places = shown.flatMap((row) =>
          placesOf(valueOf(row), cut).map((path) => [row.name, ...path]),
        )
        onCut(places)
      }}
    />
  )
}

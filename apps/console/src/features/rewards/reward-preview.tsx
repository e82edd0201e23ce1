import type { PreviewScreen } from '@kapao/contract/console/preview'
import type { RewardKind } from '@kapao/contract/console/reward-words'
import { languages, type Language } from '@kapao/contract/limits'
import { useState } from 'react'
import { useLanguage } from '#core/i18n.tsx'
import type { Json, Path } from '#ui/fields/values.ts'
import { placesOf } from '#ui/preview/places-of.ts'
import { Preview } from '#ui/preview/preview.tsx'

const screenOf: Record<RewardKind, PreviewScreen> = {
  bonus: 'bonus',
  code: 'promotion',
  wheel: 'wheel',
}

type Props = {
  kind: RewardKind
  code: string
  definition: Json
  /** The places of the words that a phone cuts. */
  onCut: (places: readonly Path[]) => void
}

/** The member's own screen with what is typed, as it would be once it is offered. */
export function RewardPreview({ kind, code, definition, onCut }: Props) {
  const own = useLanguage()
  const [cutIn, keepCut] = useState<Partial<Record<Language, readonly Path[]>>>({})
  return (
    <Preview
      screens={[screenOf[kind]]}
      draft={{ reward: { kind, code, definition } }}
      language={own}
      onCut={(cut, language) => {
        const next = { ...cutIn, [language]: placesIn(language, definition, cut) }
        keepCut(next)
        onCut(Object.values(next).flat())
      }}
    />
  )
}

/** What is seen in a language is the text in it. */
function placesIn(language: Language, definition: Json, cut: readonly string[]): Path[] {
  const others = languages.filter((one) => one !== language)
  return placesOf(definition, cut).filter((path) => !others.some((one) => path.includes(one)))
}

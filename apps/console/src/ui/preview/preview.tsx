import type { PreviewScreen } from '@kapao/contract/console/preview'
import { languages, type Language } from '@kapao/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { useSettled } from '#core/page/settled.ts'
import { useIsWide } from '#core/page/wide.ts'
import { call } from '#core/send.ts'
import { Choice } from '#ui/form/choice.tsx'
import { Select } from '#ui/form/select.tsx'
import { Frame } from './frame.tsx'
import styles from './preview.module.css'
import { usePreviewText, type PreviewText } from './text/preview-text.ts'
import { previewCall, type FrameOrder, type PreviewAnswers, type PreviewWish } from './use-frame.ts'

export type PreviewDraft = Omit<PreviewWish, 'screen' | 'language'>

type Props = {
  /** Where members meet what is drafted; the first one is shown first. */
  screens: readonly PreviewScreen[]
  draft: PreviewDraft
  language: Language
  /** The words that a phone cuts, in one language. */
  onCut?: (cut: readonly string[], language: Language) => void
}

/** The member's own screens with what is typed, in a language by its tab, or in all three where there is room. */
export function Preview({ screens, draft, language: first, onCut = () => undefined }: Props) {
  const { desk } = useText()
  const text = usePreviewText()
  const isWide = useIsWide()
  const [chosen, choose] = useState<PreviewScreen | null>(null)
  const [language, setLanguage] = useState(first)
  const screen = screens.find((one) => one === chosen) ?? screens[0]!
  if (!text) return null
  return (
    <section className={styles.preview} aria-label={text.title} data-preview>
      <h3>{text.title}</h3>
      {screens.length > 1 && (
        <Select
          label={text.screen}
          value={screen}
          options={screens.map((one) => ({ value: one, text: text.screens[one] }))}
          onChange={choose}
        />
      )}
      {!isWide && (
        <Choice
          label={desk.language}
          value={language}
          options={languages.map((one) => ({ value: one, text: desk.languages[one] }))}
          onChange={setLanguage}
        />
      )}
      <div className={styles.phones}>
        {(isWide ? languages : [language]).map((one) => (
          <Phone key={one} {...{ screen, draft, text }} language={one} onCut={onCut} />
        ))}
      </div>
    </section>
  )
}

/** So long after the last key; with the answer and the drawing it is seen within 300 ms. */
const settledMs = 120

type PhoneProps = Required<Pick<Props, 'draft' | 'language' | 'onCut'>> & {
  screen: PreviewScreen
  text: PreviewText
}

function Phone({ screen, draft, language, text, onCut }: PhoneProps) {
  const { desk } = useText()
  const wish: PreviewWish = { ...draft, screen, language }
  const settled = useSettled(JSON.stringify(wish), settledMs)
  const asked = JSON.parse(settled) as PreviewWish
  const { data, error } = useQuery({
    queryKey: [previewCall, settled],
    queryFn: () => call(previewCall, asked),
    gcTime: 0,
    retry: false,
  })
  const [cut, setCut] = useState<readonly string[]>([])
  const order = useOrder(data, asked)
  const isWrong = data !== undefined && data.problems.length > 0
  const wrongText = order ? text.wrong : text.notYet
  return (
    <div className={styles.one}>
      {(isWrong || error) && <p role="status">{isWrong ? wrongText : text.none}</p>}
      <Frame
        title={text.frame(text.screens[screen], desk.languages[language])}
        order={order}
        isIdle={(isWrong || error !== null) && order === null}
        text={text}
        onCut={(found) => {
          setCut(found)
          onCut(found, language)
        }}
      />
      {cut.length > 0 && (
        <div role="status">
          <p>{text.cut}</p>
          <ul>
            {cut.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** The last draft that could be drawn: a wrong one leaves it as it was. */
function useOrder(
  data: PreviewAnswers | undefined,
  { screen, language }: PreviewWish,
): FrameOrder | null {
  const [kept, keep] = useState<FrameOrder | null>(null)
  if (data && data.page !== null && kept?.answers !== data.answers) {
    const { page, answers, code } = data
    keep({ page, answers, code, screen, language, number: (kept?.number ?? 0) + 1 })
  }
  return kept
}

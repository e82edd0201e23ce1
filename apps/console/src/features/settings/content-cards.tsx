import { useNavigate } from '@tanstack/react-router'
import { useLanguage, useText } from '#core/i18n.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { PlainLink } from '#shared/plain-link.tsx'
import { Changed } from './one-setting.tsx'
import {
  briefOf,
  languageOf,
  missingIn,
  useFormWords,
  type SettingForm,
  type SettingRow,
} from './rows.ts'
import shared from '#shared/shared.module.css'
import styles from './settings.module.css'
import { useSettingsText } from './text/settings-text.ts'

/** A card for each thing that members read: what is there, in which languages it is missing, and who changed it last. */
export function ContentCards({ forms }: { forms: readonly SettingForm[] }) {
  const { groups } = useSettingsText()
  const content = forms.filter(({ rows: [row] }) => row.group === 'content')
  return (
    <div className={styles.cards}>
      <h2>{groups.content}</h2>
      <ul aria-label={groups.content}>
        {content.map((form) => (
          <li key={form.id}>
            <Card form={form} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Card({ form }: { form: SettingForm }) {
  const { desk } = useText()
  const text = useSettingsText()
  const language = useLanguage()
  const navigate = useNavigate()
  const { name, about } = useFormWords()(form)
  const { id, rows } = form
  const shown = rows.find((row) => languageOf(row) === language) ?? rows[0]
  const picture = pictureIn(shown.value)
  const inAddress = id.replaceAll('.', '-')
  return (
    <PlainLink
      href={`/settings/${inAddress}`}
      onGo={() => void navigate({ to: '/settings/$name', params: { name: inAddress } })}
      className={styles.card}
    >
      <strong>{name}</strong>
      <span className={shared.dim}>{about}</span>
      {picture !== null && <img src={picture} alt="" loading="lazy" />}
      <span>{briefOf(shown, text, desk.currency)}</span>
      {missingIn(rows).map((one) => (
        <Badge key={one} tone="minus">
          {desk.languages[one]}: {text.edit.missing}
        </Badge>
      ))}
      <span className={shared.dim}>
        <Changed row={lastChanged(form)} />
      </span>
    </PlainLink>
  )
}

function lastChanged({ rows }: SettingForm): SettingRow {
  const at = ({ changedAt }: SettingRow) => changedAt ?? ''
  return rows.toSorted((one, other) => at(other).localeCompare(at(one)))[0]!
}

/** The first picture of the house in a value. */
function pictureIn(value: unknown): string | null {
  return /\/pictures\/[\w-]{43}\.webp/.exec(JSON.stringify(value))?.[0] ?? null
}

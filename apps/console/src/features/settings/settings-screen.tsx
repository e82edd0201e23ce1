import { settingGroups } from '@kapao/contract/console/settings'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useRef, useState } from 'react'
import { useLanguage, useText } from '#core/i18n.tsx'
import { useHotkeys } from '#core/page/hotkeys.ts'
import { classes } from '#ui/classes.ts'
import { Empty } from '#ui/feedback/empty.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { Field } from '#ui/form/field.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { settingIcon } from '#ui/icons/desk-icons.ts'
import { FieldsTextContext } from '#ui/fields/text/fields-text.ts'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useRight } from '#shared/me.ts'
import { PlainLink } from '#shared/plain-link.tsx'
import { ContentCards } from './content-cards.tsx'
import {
  briefOf,
  formsOf,
  languageOf,
  missingIn,
  readSettings,
  useFormWords,
  type SettingForm,
} from './rows.ts'
import { isOpenPlan, type Plan } from '#shared/plans/plans.tsx'
import { plansOf } from './plans.tsx'
import { SettingPane } from './setting-pane.tsx'
import beside from '#ui/beside/beside.module.css'
import { Beside } from '#ui/beside/beside.tsx'
import { SettingsTextContext, useSettingsPack, useSettingsText } from './text/settings-text.ts'

/** Another operator's save reaches who looks at a setting within this time. */
const askAgainMs = 10_000

/** Every setting of the house by its group, and the form of the one that is open. */
export function SettingsScreen({ name }: { name: string | null }) {
  const { desk } = useText()
  const maySee = useRight('settings.see')
  const pack = useSettingsPack()
  const query = useQuery({ ...readSettings, refetchInterval: askAgainMs })
  if (!maySee) return <Empty title={desk.noScreen} icon={settingIcon} />
  if (!query.data || !pack)
    return (
      <section className={beside.form} aria-label={desk.screens.settings}>
        <h1>{desk.screens.settings}</h1>
        {query.error ? <ReadFault error={query.error} onRetry={query.refetch} /> : <Loading />}
      </section>
    )
  return (
    <SettingsTextContext value={pack}>
      <FieldsTextContext value={pack}>
        <Screen forms={formsOf(query.data.settings)} plans={query.data.plans} name={name} />
      </FieldsTextContext>
    </SettingsTextContext>
  )
}

type Props = {
  forms: readonly SettingForm[]
  plans: readonly Plan[]
  name: string | null
}

function Screen({ forms, plans, name }: Props) {
  const { desk } = useText()
  const navigate = useNavigate()
  const open = forms.find(({ id, rows }) => id === name || rows.some((row) => row.name === name))
  return (
    <Beside isOpen={name !== null} list={<List {...{ forms, plans }} name={open?.id ?? null} />}>
      {open ? (
        <SettingPane
          key={open.id}
          form={open}
          forms={forms}
          plans={plans}
          onBack={() => void navigate({ to: '/settings', resetScroll: false })}
        />
      ) : name === null ? (
        <ContentCards forms={forms} />
      ) : (
        <Empty title={desk.notFound} icon={settingIcon} />
      )}
    </Beside>
  )
}

function List({ forms, plans, name }: Props) {
  const { desk } = useText()
  const text = useSettingsText()
  const [typed, type] = useState('')
  const sought = useDeferredValue(typed.trim().toLowerCase())
  const words = useFormWords()
  const isSought = (form: SettingForm): boolean => {
    const { name: called, about } = words(form)
    const own = form.rows.flatMap((row) => [row.name, textIn(row.value)])
    const where = [called, about, ...own].join('\n').toLowerCase()
    return sought === '' || where.includes(sought)
  }
  const found = forms.filter(isSought)
  const place = useRef<HTMLInputElement>(null)
  useHotkeys({ '/': () => place.current?.focus() })
  return (
    <nav className={beside.list} aria-label={desk.screens.settings}>
      <div className={beside.head}>
        <h1>{desk.screens.settings}</h1>
        <Field ref={place} label={desk.search} type="search" value={typed} onChange={type} />
      </div>
      <div className={beside.names}>
        {found.length === 0 && <p className={beside.none}>{desk.palette.none}</p>}
        {settingGroups.map((group) => {
          const own = found.filter(({ rows: [row] }) => row.group === group)
          if (own.length === 0) return null
          return (
            <section key={group} aria-label={text.groups[group]}>
              <h2 className={beside.group}>{text.groups[group]}</h2>
              {own.map((form) => (
                <Row
                  key={form.id}
                  form={form}
                  isPlanned={plansOf(form, plans).some(isOpenPlan)}
                  isHere={form.id === name}
                />
              ))}
            </section>
          )
        })}
      </div>
    </nav>
  )
}

const soughtMax = 2_000

/** Of a long value its beginning is searched. */
function textIn(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.slice(0, soughtMax)
}

type RowProps = { form: SettingForm; isPlanned: boolean; isHere: boolean }

function Row({ form, isPlanned, isHere }: RowProps) {
  const navigate = useNavigate()
  const { desk } = useText()
  const text = useSettingsText()
  const language = useLanguage()
  const { name } = useFormWords()(form)
  const { id, rows } = form
  const shown = rows.find((row) => languageOf(row) === language) ?? rows[0]
  const inAddress = id.replaceAll('.', '-')
  const go = () => void navigate({ to: '/settings/$name', params: { name: inAddress } })
  return (
    <PlainLink
      href={`/settings/${inAddress}`}
      onGo={go}
      className={classes(beside.row, beside.entry)}
      aria-current={isHere ? 'page' : undefined}
    >
      <span>
        {name} {rows.some(({ isSet }) => isSet) && <Badge>{text.form.isSet}</Badge>}{' '}
        {isPlanned && <Badge tone="wait">{text.plan.isPlanned}</Badge>}
        {missingIn(rows).map((one) => (
          <Badge key={one} tone="minus">
            {desk.languages[one]}: {text.edit.missing}
          </Badge>
        ))}
      </span>
      <span className={beside.words}>{briefOf(shown, text, desk.currency)}</span>
    </PlainLink>
  )
}

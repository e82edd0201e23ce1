import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useText } from '#core/i18n.tsx'
import { useIsWide } from '#core/page/wide.ts'
import { Badge } from '#ui/show/badge.tsx'
import { OneSetting } from './one-setting.tsx'
import { languageOf, missingIn, type SettingRow } from './rows.ts'
import styles from './settings.module.css'
import { useSettingsText } from './text/settings-text.ts'
import type { Editing } from './use-edit.ts'

type Props = { rows: readonly SettingRow[]; edit: Editing }

/** One text in each language: beside each other where there is room, else by tabs. */
export function Languages({ rows, edit }: Props) {
  const { desk } = useText()
  const isWide = useIsWide()
  const missing = missingIn(rows, edit.valueOf)
  const languagesOf = rows.flatMap((row) => {
    const language = languageOf(row)
    return language ? [{ row, language, isMissing: missing.includes(language) }] : []
  })
  if (isWide)
    return (
      <div className={styles.columns}>
        {languagesOf.map(({ row, language, isMissing }) => (
          <section key={language} aria-label={desk.languages[language]}>
            <h3>
              <Name language={language} isMissing={isMissing} />
            </h3>
            <OneSetting {...{ row, edit }} label={desk.languages[language]} />
          </section>
        ))}
      </div>
    )
  return (
    <Tabs className={styles.tabs ?? ''}>
      <TabList className={styles.tabList ?? ''} aria-label={desk.language}>
        {languagesOf.map(({ language, isMissing }) => (
          <Tab key={language} id={language} className={styles.tab ?? ''}>
            <Name language={language} isMissing={isMissing} />
          </Tab>
        ))}
      </TabList>
      {languagesOf.map(({ row, language }) => (
        <TabPanel key={language} id={language} className={styles.tabs ?? ''}>
          <OneSetting {...{ row, edit }} label={desk.languages[language]} />
        </TabPanel>
      ))}
    </Tabs>
  )
}

function Name({ language, isMissing }: { language: 'th' | 'la' | 'en'; isMissing: boolean }) {
  const { desk } = useText()
  const { edit } = useSettingsText()
  return (
    <>
      {desk.languages[language]} {isMissing && <Badge tone="minus">{edit.missing}</Badge>}
    </>
  )
}

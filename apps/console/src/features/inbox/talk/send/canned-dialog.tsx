import { languages, type Language } from '@kapao/contract/limits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Select } from '#ui/form/select.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { useRight } from '#shared/me.ts'
import shared from '#shared/shared.module.css'
import styles from '../talk.module.css'

type Props = {
  talk: string
  /** The language in which the customer writes. */
  usual: Language
  onChoose: (words: string) => void
  onClose: () => void
}

/** The server fills in the member's facts, in the chosen language; the text can still be edited. */
export function CannedDialog({ talk, usual, onChoose, onClose }: Props) {
  const text = useText()
  const [language, setLanguage] = useState(usual)
  const faultText = useFaultText()
  const mayEdit = useRight('content.change')
  const { data, error } = useQuery(reading('GET /api/console/canned'))
  const fill = useMutation({
    mutationFn: (name: string) =>
      call('GET /api/console/canned/{name}/for/{talk}', { name, talk, language }),
    onSuccess: ({ text: words }) => {
      onChoose(words)
      onClose()
    },
  })
  const problem = error ?? fill.error
  return (
    <Dialog title={text.inbox.canned} onClose={onClose} isWide>
      {problem && <FaultNote>{faultText(problem)}</FaultNote>}
      {!data && !error && <Loading rows={3} />}
      {data?.canned.length === 0 && <p>{text.inbox.noCanned}</p>}
      <Select
        label={text.inbox.language}
        value={language}
        onChange={setLanguage}
        options={languages.map((value) => ({ value, text: text.desk.languages[value] }))}
      />
      <div className={styles.canned}>
        {data?.canned.map(({ name, text: words }) => (
          <div key={name}>
            <Button isBusy={fill.isPending} onPress={() => fill.mutate(name)}>
              {name}
            </Button>
            <p className={shared.dim}>{words[language]}</p>
          </div>
        ))}
      </div>
      {mayEdit && (
        <p>
          <Link to="/settings/$name" params={{ name: 'chat-canned' }}>
            {text.inbox.editCanned}
          </Link>
        </p>
      )}
    </Dialog>
  )
}

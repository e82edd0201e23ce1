import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { setNotice, useNotice } from '#core/page/notices.ts'
import { WaitNote } from '#ui/feedback/notes.tsx'
import { Check } from '#ui/form/choice.tsx'
import shared from '#shared/shared.module.css'
import styles from './me.module.css'

/** Off until it is switched on: how this browser draws attention to new work while another window is in front. */
export function Notices() {
  const { notices } = useText().people
  const [isBlocked, setBlocked] = useState(false)
  const chooseNotice = async (isOn: boolean): Promise<void> => {
    const answer = isOn && 'Notification' in window ? await Notification.requestPermission() : null
    setBlocked(isOn && answer !== 'granted')
    setNotice('notice', answer === 'granted')
  }
  return (
    <section className={styles.card}>
      <h2>{notices.title}</h2>
      <p className={shared.dim}>{notices.lead}</p>
      <Check isOn={useNotice('sound')} onChange={(isOn) => setNotice('sound', isOn)}>
        {notices.sound}
      </Check>
      <Check isOn={useNotice('notice')} onChange={(isOn) => void chooseNotice(isOn)}>
        {notices.browser}
      </Check>
      {isBlocked && <WaitNote>{notices.blocked}</WaitNote>}
    </section>
  )
}

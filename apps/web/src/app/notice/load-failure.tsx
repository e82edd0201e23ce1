import { languages } from '@kapao/contract/limits'
import { documentLanguage } from '#core/language.ts'
import styles from './notice-screen.module.css'

// The catalogs are what failed to load, so these few texts are part of the program.
const words = {
  th: { sentence: 'เปิดหน้านี้ไม่สำเร็จ กรุณาตรวจสอบอินเทอร์เน็ต', again: 'ลองอีกครั้ง' },
  la: { sentence: 'ເປີດໜ້ານີ້ບໍ່ສຳເລັດ ກະລຸນາກວດອິນເຕີເນັດ', again: 'ລອງໃໝ່' },
  en: {
    sentence: 'The page could not be opened. Please check your connection.',
    again: 'Try again',
  },
}

export function LoadFailure() {
  return (
    <main className={styles.page} role="alert">
      {languages.map((language) => (
        <p key={language} lang={documentLanguage[language]}>
          {words[language].sentence}
        </p>
      ))}
      <button type="button" className={styles.home} onClick={() => location.reload()}>
        {languages.map((language) => words[language].again).join(' · ')}
      </button>
    </main>
  )
}

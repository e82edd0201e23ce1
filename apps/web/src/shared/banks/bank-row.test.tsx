import { languages } from '@kapao/contract/limits'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { I18nProvider, startI18n } from '#core/i18n.tsx'
import { loadMemberText, loadPublicText, loadVisitorText } from '#text/packs.ts'
import { BankRow, maskAccountNo } from './bank-row.tsx'

const packs = { loadPublicText, loadVisitorText, loadMemberText }
const bank = { nameTH: 'ธนาคารกสิกรไทย', nameLA: 'ທະນາຄານກະສິກອນໄທ', nameEN: 'Kasikornbank' }
const names = { th: bank.nameTH, la: bank.nameLA, en: bank.nameEN }

test.each(languages)(
  'REACH-01 a bank in %s: its one name, and its number in groups',
  async (language) => {
    const i18n = await startI18n(language, packs, { remember: () => {} })
    const render = (accountNo: string): string =>
      renderToStaticMarkup(
        <I18nProvider i18n={i18n}>
          <BankRow code="KBANK" bank={bank} accountNo={accountNo} />
        </I18nProvider>,
      )
    const html = render('1112223334')
    for (const [of, name] of Object.entries(names))
      expect(html.includes(name), of).toBe(of === language)
    expect(html).toContain('111-222-3334')
    expect(render(maskAccountNo('1112223334'))).toContain('•••-•••-3334')
    expect(render('020333444555')).toContain('020333444555')
  },
)

// @vitest-environment jsdom
import type { Language } from '@kapao/contract/limits'
import { expect, test, vi } from 'vitest'
import { parseSettings } from '#core/settings.ts'
import { last } from '#core/session/last-phone.ts'
import { SettingsProvider } from '#shared/page-settings.tsx'
import { openPart } from '../../testing/open-part.tsx'
import { sampleWallet } from '../../testing/sample-wallet.ts'
import { ProfileScreen } from './profile-screen.tsx'

async function open(language: Language) {
  const wallet = sampleWallet({})
  return openPart(
    <SettingsProvider settings={parseSettings('{}')}>
      <ProfileScreen renderChangePassword={() => null} />
    </SettingsProvider>,
    {
      language,
      answers: {
        'GET /api/wallet': () => wallet,
        'GET /api/account/profile': () => wallet.profile,
        'GET /api/notices/marks': () => ({
          notices: 3,
          talk: 0,
          warning: null,
          lastSignIn: null,
          mayAddPasskey: false,
        }),
        'POST /api/notices': () => ({ rows: [], more: false }),
        'GET /api/passkeys': () => ({ passkeys: [] }),
        'GET /api/sessions': () => ({ devices: [] }),
      },
    },
  )
}

test.each([
  ['th', 'ธนาคารกสิกรไทย'],
  ['la', 'ທະນາຄານກະສິກອນໄທ (ธนาคารกสิกรไทย)'],
  ['en', 'Kasikornbank (ธนาคารกสิกรไทย)'],
] as const)('PROF-01 SAY-70 in %s the bank is called %s', async (language, name) => {
  const { screen } = await open(language)
  expect((await screen.findByText(name)).tagName).toBe('DD')
})

test('SAY-63 the row to log out leads to the login, which keeps the number', async () => {
  const { screen, user } = await open('en')
  last.phone = '0812345678'
  await user.click(screen.getByRole('link', { name: 'Log out' }))
  await vi.waitFor(() => expect(location.pathname).toBe('/login'))
  expect(history.state).toMatchObject({ phone: '0812345678' })
})

test('NOTE-13 the first row opens the notices, with their number; so does the address with #notices', async () => {
  const { screen, press } = await open('en')
  await vi.waitFor(() => expect(screen.getByText('Notices (3)')).toBeTruthy())
  await press('Notices, 3 unread notices')
  expect(await screen.findByText(/will be listed here/)).toBeTruthy()
  history.replaceState(null, '', '/user/profile#notices')
  const again = await open('en')
  expect(await again.screen.findAllByText(/will be listed here/)).toBeTruthy()
})

test('NOTE-19 a row opens the devices; so does the address with #devices', async () => {
  const { screen, press } = await open('en')
  await press('Devices')
  expect(await screen.findByText('You are logged in on no other device.')).toBeTruthy()
  history.replaceState(null, '', '/user/profile#devices')
  const again = await open('en')
  expect(await again.screen.findAllByText('You are logged in on no other device.')).toBeTruthy()
})

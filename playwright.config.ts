import { defineConfig } from '@playwright/test'
import { findTestBrowser } from './tools/browser.ts'
import { settleRun, testWorkers } from './tools/testing/settings.ts'

settleRun()

const quietBrowser = [
  // Containers run as root and have no sandbox of their own to offer.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './tools/testing/e2e-stack.ts',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  workers: testWorkers,
  // A journey that needs its second try is told and counted: see tools/testing/counts.ts.
  retries: 1,
  forbidOnly: true,
  reporter: 'list',
  use: {
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    // It would store every file of the page for each journey anew; those that are about it allow it.
    serviceWorkers: process.env['KAPAO_PROOF'] === '1' ? 'allow' : 'block',
    // A trace of every journey would cost a quarter of the time of all.
    trace: 'on-first-retry',
    launchOptions: {
      // Playwright's own message follows when there is none.
      ...(findTestBrowser() ? { executablePath: findTestBrowser() ?? '' } : {}),
      args: quietBrowser,
    },
  },
})

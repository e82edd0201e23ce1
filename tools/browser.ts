import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { environment } from './start/environment.ts'

const knownPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Chromium without its windows: the same pages for half of the processor. */
const withoutWindows = '/usr/bin/chromium-headless-shell'

/** The browser that is measured and filmed: the one named by CHROMIUM_PATH, or the first that the system has. */
export function findBrowser(): string | null {
  return environment['CHROMIUM_PATH'] || firstOf([...knownPaths, withoutWindows])
}

/** The browser of the tests. */
export function findTestBrowser(): string | null {
  return environment['CHROMIUM_PATH'] || firstOf([withoutWindows, ...knownPaths])
}

function firstOf(paths: readonly string[]): string | null {
  return paths.find((path) => existsSync(path)) ?? null
}

/** Returns a browser that starts and can render Thai and Lao; as root on Debian it installs missing packages. */
export function prepareBrowser(log: (line: string) => void): string {
  // An explicitly named browser must be used: installing another one would not help.
  const isNamed = Boolean(environment['CHROMIUM_PATH'])
  if (!isNamed && !existsSync(withoutWindows))
    install(['chromium-headless-shell', 'fonts-noto-core'], log)
  const browser = findWorkingBrowser()
  if (!browser) throw new BrowserMissing()
  if (!hasFonts()) install(['fonts-noto-core'], log)
  if (!hasFonts())
    log('No Thai and Lao fonts were found: the pages will show boxes. Install fonts-noto-core.')
  return browser
}

export class BrowserMissing extends Error {
  constructor() {
    const found = findTestBrowser()
    super(
      [
        found ? `The browser ${found} does not start.` : 'No browser for the e2e tests was found.',
        'On Debian:   sudo apt-get install chromium-headless-shell fonts-noto-core',
        'Elsewhere:   install Chromium or Chrome and name its program: CHROMIUM_PATH=/path/to/chrome npm test',
      ].join('\n'),
    )
    this.name = 'BrowserMissing'
  }
}

/** Some systems install a stub there that only says where to get a browser. */
function findWorkingBrowser(): string | null {
  const found = findTestBrowser()
  if (!found) return null
  return spawnSync(found, ['--version'], { stdio: 'ignore' }).status === 0 ? found : null
}

function hasFonts(): boolean {
  return ['th', 'lo'].every(hasFontFor)
}

const fontFolders = ['/usr/share/fonts', '/usr/local/share/fonts']
const fileNames = { th: /thai|tlwg|garuda|loma/i, lo: /lao|phetsarath/i }

function hasFontFor(language: string): boolean {
  if (process.platform === 'darwin') return true
  const listed = spawnSync('fc-list', [`:lang=${language}`, 'family'], { encoding: 'utf8' })
  if (listed.status === 0) return listed.stdout.trim() !== ''
  const wanted = fileNames[language as keyof typeof fileNames]
  return fontFolders
    .filter((folder) => existsSync(folder))
    .some((folder) =>
      readdirSync(folder, { recursive: true }).some((name) => wanted.test(String(name))),
    )
}

function install(packages: readonly string[], log: (line: string) => void): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  log(`Installing ${packages.join(' and ')} ...`)
  const options = {
    env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: 'inherit' as const,
  }
  // A package list that cannot be refreshed may still be good enough.
  spawnSync('apt-get', ['update', '-q'], options)
  spawnSync('apt-get', ['install', '-yq', '--no-install-recommends', ...packages], options)
}

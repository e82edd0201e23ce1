import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from '../start/environment.ts'
import { makeDataDir, startCopy } from './running-copy.ts'

/** One whole copy for all e2e tests, with its own data folder, which is deleted at the end. */
export default async function startE2eStack(): Promise<() => Promise<void>> {
  const { dataDir, remove } = await makeDataDir()
  try {
    // All journeys come from one address; the limits for one address are tested with the limiter.
    const copy = await startCopy({
      dataDir,
      env: { RATE_LIMIT_FACTOR: '50', TRUSTED_PROXIES: '127.0.0.1' },
    })
    environment['E2E_APP'] = copy.app
    environment['E2E_SANDBOX'] = copy.sandbox
    environment['E2E_CONTROL'] = copy.control
    environment['E2E_CONSOLE'] = copy.console
    environment['E2E_DATABASE'] = databaseUrlIn(dataDir)
    environment['E2E_DATA_DIR'] = dataDir
    return async () => {
      await copy.stop()
      await remove()
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** A running copy writes its database address for the command line, and tests read it too. */
function databaseUrlIn(dataDir: string): string {
  const run = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { databaseUrl: string }
  return run.databaseUrl
}

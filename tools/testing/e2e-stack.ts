import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from '../start/environment.ts'
import { makeDataDir, startCopy } from './running-copy.ts'

/** One whole copy for all e2e tests, with a data folder of its own that is thrown away. */
export default async function startE2eStack(): Promise<() => Promise<void>> {
  const { dataDir, remove } = await makeDataDir()
  try {
    // One address makes all journeys; the figures for one address are tested beside the limiter.
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

/** A running copy tells the command line, and so the tests, where its database listens. */
function databaseUrlIn(dataDir: string): string {
  const run = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { databaseUrl: string }
  return run.databaseUrl
}

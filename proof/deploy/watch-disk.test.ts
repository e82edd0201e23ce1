import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isAlive } from '../../tools/postgres/processes.ts'
import { startPostgresPair, type PostgresPair } from '../standby/postgres-pair.ts'

const script = join(import.meta.dirname, '../../deploy/patroni/watch-disk.sh')
const stalledMax = 4

/** A disk of its own can be stalled: a frozen file system answers no write and no fsync until it is thawed. */
const canStall =
  process.getuid?.() === 0 &&
  existsSync('/dev/loop0') &&
  ['psql', 'fsfreeze', 'mkfs.ext4'].every((name) => spawnSync('which', [name]).status === 0)

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.skipIf(!canStall)(
  'a primary on a disk of its own',
  { tags: 'long-3', timeout: 60_000 },
  () => {
    const folder = canStall ? mkdtempSync(join(tmpdir(), 'kapao-disk-')) : ''
    const disk = join(folder, 'disk')
    let pair: PostgresPair
    beforeAll(async () => {
      run('truncate', '--size=600M', join(folder, 'image'))
      run('mkfs.ext4', '-q', join(folder, 'image'))
      run('mkdir', disk)
      run('mount', '-o', 'loop', join(folder, 'image'), disk)
      run('chmod', '755', folder, disk)
      pair = await startPostgresPair({
        primaryFolder: join(disk, 'first'),
        primarySettings: { fsync: 'on' },
      })
      await followSynchronously('*')
      await pair.catchUp()
    }, 120_000)
    afterAll(async () => {
      spawnSync('fsfreeze', ['--unfreeze', disk])
      await pair.close()
      run('umount', '--lazy', disk)
      rmSync(folder, { recursive: true })
    })

    /** Which standbys are waited for; each look of the watch from then on sees it. */
    async function followSynchronously(names: string): Promise<void> {
      await pair.primary.query(`alter system set synchronous_standby_names = '${names}'`)
      await pair.primary.query('select pg_reload_conf()')
      await pause(2_000)
    }

    const cluster = join(disk, 'first/cluster')
    const readPostmaster = () =>
      Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])

    function watch(): { said: () => string } {
      const { searchParams, hostname } = new URL(pair.primaryUrl)
      const child = spawn('sh', [script], {
        env: {
          PATH: process.env['PATH'],
          PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
          PGUSER: 'postgres',
          PATRONI_POSTGRESQL_DATA_DIR: cluster,
          STALLED_MAX: String(stalledMax),
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      child.stderr.on('data', (part) => (said += String(part)))
      onTestFinished(async () => {
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      })
      return { said: () => said }
    }

    async function stallFor(ms: number): Promise<void> {
      run('fsfreeze', '--freeze', disk)
      await pause(ms).finally(() => run('fsfreeze', '--unfreeze', disk))
    }

    test('CALM-09 a disk that stalls for a moment, or where no standby has every commit, costs nobody the primary', async () => {
      const { said } = watch()
      await pause(3_000)
      await stallFor(2_000)
      await followSynchronously('')
      await stallFor((stalledMax + 5) * 1_000)
      expect(said()).toBe('')
      expect(isAlive(readPostmaster())).toBe(true)
      await followSynchronously('*')
    })

    test('CALM-09 a disk that stalls is the death of the primary, and the standby has what was acknowledged', async () => {
      await pair.primary.query('create table kept (n int)')
      await pair.primary.query('insert into kept values (42)')
      const { said } = watch()
      await pause(3_000)
      const postmaster = readPostmaster()
      run('fsfreeze', '--freeze', disk)
      const lost = pair.primary
        .query('insert into kept values (43)')
        .catch(() => 'not acknowledged')
      await expect.poll(() => isAlive(postmaster), { timeout: 20_000 }).toBe(false)
      expect(said()).toMatch(/^no commit has ended for \d+ s: PostgreSQL is killed/)
      await pair.standby.query('select pg_promote()')
      expect(await pair.standby.query('select n from kept')).toEqual([{ n: 42 }])
      run('fsfreeze', '--unfreeze', disk)
      expect(await lost).toBe('not acknowledged')
    })
  },
)

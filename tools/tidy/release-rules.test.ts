import { expect, test } from 'vitest'
import { expandOnly } from './uses/release-rules.ts'

const path = 'apps/server/migrations/030-games.sql'
const refused = (text: string) => expandOnly.check([{ path, text }]).length

test('RUN-67 CALM-04 a migration may add, and may remove only what it declares unread by any release', () => {
  for (const statement of [
    'alter table games_launch add column ended_at timestamptz;',
    'alter table games_launch alter column done drop not null;',
    'create index concurrently if not exists games_launch_at on games_launch (at);',
    'create table games_more (n int); create unique index games_more_n on games_more (n);',
    '-- drop table games_launch;',
  ])
    expect(refused(statement), statement).toBe(0)
  for (const statement of [
    'create index games_launch_at on games_launch (at);',
    'CREATE UNIQUE INDEX IF NOT EXISTS games_launch_at ON games_launch (at);',
    'create index on games_launch (at);',
  ])
    expect(refused(statement), statement).toBe(1)
  for (const statement of [
    'drop table games_launch;',
    'ALTER TABLE games_launch DROP COLUMN done;',
    'alter table games_launch rename to games_begun;',
    'alter table games_launch alter column done set not null;',
  ]) {
    expect(refused(statement), statement).toBe(1)
    expect(refused(`-- Contract: nothing since release 1.4 reads it.\n${statement}`)).toBe(0)
    expect(refused(`-- Nobody needs it.\n${statement}`)).toBe(1)
  }
})

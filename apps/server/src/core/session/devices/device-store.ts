import type { Queryable } from '../../db/db.ts'

export type DeviceRow = { idHash: Buffer; memberId: string; isTrusted: boolean }

/** The logins behind these ids, the newest first. */
export function listLogins(
  on: Queryable,
  {
    idHashes,
    since,
    failuresMax,
  }: { idHashes: readonly Buffer[]; since: Date; failuresMax: number },
): Promise<DeviceRow[]> {
  return on.query<DeviceRow>(
    `select id_hash as "idHash", member_id as "memberId", failures < $3 as "isTrusted"
     from core_device where id_hash = any($1::bytea[]) and last_login_at > $2
     order by last_login_at desc, id_hash`,
    [idHashes, since, failuresMax],
  )
}

/** The devices on which the member has logged in, without those that have failed too often since. */
export function listTrustedOf(
  on: Queryable,
  memberId: string,
  { failuresMax }: { failuresMax: number },
): Promise<{ idHash: Buffer }[]> {
  return on.query(
    'select id_hash as "idHash" from core_device where member_id = $1 and failures < $2',
    [memberId, failuresMax],
  )
}

export async function saveLogin(
  on: Queryable,
  { idHash, memberId, at }: { idHash: Buffer; memberId: string; at: Date },
): Promise<void> {
  await on.query(
    `insert into core_device (id_hash, member_id, last_login_at) values ($1, $2, $3)
     on conflict (id_hash) do update set last_login_at = excluded.last_login_at, failures = 0`,
    [idHash, memberId, at],
  )
}

/** Records that a member has logged in on a device of these other members. */
export async function saveShared(
  on: Queryable,
  { memberId, others, at }: { memberId: string; others: readonly string[]; at: Date },
): Promise<void> {
  await on.query(
    `insert into core_device_shared (member_id, other_id, last_at)
     select least($1, other collate "C"), greatest($1, other collate "C"), $3 from unnest($2::text[]) as other order by 1, 2
     on conflict (member_id, other_id) do update set last_at = excluded.last_at
       where core_device_shared.last_at < excluded.last_at`,
    [memberId, others, at],
  )
}

/** Pairs of members who have logged in on the same device, where at least one is among these. */
export function listShared(
  on: Queryable,
  members: readonly string[],
): Promise<{ one: string; other: string }[]> {
  return on.query(
    `select member_id as one, other_id as other from core_device_shared where member_id = any ($1::text[])
     union
     select member_id, other_id from core_device_shared where other_id = any ($1::text[])`,
    [members],
  )
}

/** Keeps only a member's newest few devices. */
export async function trimDevicesOf(on: Queryable, memberId: string, keep: number): Promise<void> {
  await on.query(
    `delete from core_device where id_hash in (
       select id_hash from core_device where member_id = $1
       order by last_login_at desc, id_hash offset $2)`,
    [memberId, keep],
  )
}

export async function addFailure(on: Queryable, idHash: Buffer): Promise<void> {
  await on.query('update core_device set failures = failures + 1 where id_hash = $1', [idHash])
}

export async function deleteDevicesBefore(on: Queryable, at: Date): Promise<number> {
  await on.query('delete from core_device_shared where last_at < $1', [at])
  const rows = await on.query('delete from core_device where last_login_at < $1 returning 1', [at])
  return rows.length
}

export type KeyRow = { id: number; secret: Buffer; createdAt: Date }

/** The newest first. */
export function listKeys(on: Queryable): Promise<KeyRow[]> {
  return on.query<KeyRow>(
    'select id, secret, created_at as "createdAt" from core_device_key order by id desc',
  )
}

/** Adds a key unless another process has added one with this id. */
export async function insertKey(on: Queryable, { id, secret, createdAt }: KeyRow): Promise<void> {
  await on.query(
    `insert into core_device_key (id, secret, created_at) values ($1, $2, $3) on conflict do nothing`,
    [id, secret, createdAt],
  )
}

export async function deleteKeysUpTo(on: Queryable, id: number): Promise<void> {
  await on.query('delete from core_device_key where id <= $1', [id])
}

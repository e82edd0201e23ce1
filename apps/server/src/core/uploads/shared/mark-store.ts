import type { Queryable } from '../../db/db.ts'

/** Records that a process uses the folder with this mark. */
export async function noteFolder(on: Queryable, mark: string, at: Date): Promise<void> {
  await on.query(
    `insert into core_uploads (mark, seen_at) values ($1, $2)
     on conflict (mark) do update set seen_at = greatest(core_uploads.seen_at, excluded.seen_at)`,
    [mark, at],
  )
}

/** How many folders other than this one processes have used since; null stands for a folder without a mark. */
export async function countOtherFolders(
  on: Queryable,
  { mark, since }: { mark: string | null; since: Date },
): Promise<number> {
  const [row] = await on.query<{ count: number }>(
    'select count(*)::int as count from core_uploads where mark is distinct from $1 and seen_at > $2',
    [mark, since],
  )
  return row!.count
}

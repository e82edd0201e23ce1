import { join } from 'node:path'
import { openBucket } from '#core/buckets/bucket.ts'
import { recordAudit } from '#core/audit/audit-store.ts'
import { moveUploads, type MoveResult } from '#core/uploads/bucket/move.ts'
import { bucketPlace, folderPlace, type FileStore } from '#core/uploads/bucket/place.ts'
import type { Command, CliContext, Group } from '../../command.ts'
import { refuseCommand, wrongUsage } from '../../terminal/fault.ts'

const failuresShown = 10

const move: Command = {
  name: 'uploads move',
  args: [],
  about:
    'Moves uploaded files between DATA_DIR/uploads and the bucket of UPLOADS_S3; may be stopped and run again.',
  options: {
    to: { value: 'PLACE', about: 'Where to: bucket or folder.' },
    keep: { value: null, about: 'Copy only; remove nothing where the files lie now.' },
  },
  examples: ['kapao uploads move --to bucket', 'kapao uploads move --to folder --keep'],
  right: 'house.rescue',
  run: async (cli, typed) => {
    const to = typed.text('to')
    if (to !== 'bucket' && to !== 'folder') wrongUsage('Say where: --to bucket or --to folder.')
    const places = openPlaces(cli)
    const from = to === 'bucket' ? places.folder : places.bucket
    const actor = await cli.actor()
    const moved = await moveUploads(
      { from, to: places[to] },
      { keep: typed.flag('keep'), onPage: print },
    )
    const { requestId, clock, db } = cli
    await recordAudit(db, {
      at: clock.now(),
      actor,
      requestId,
      action: 'uploads.move',
      subject: 'uploads',
      before: from.name,
      after: { to: places[to].name, ...moved, failed: moved.failed.length },
    })
    const text = textOf(moved, { from, to: places[to] })
    if (moved.failed.length > 0) refuseCommand(text)
    return { text, json: moved }
  },
}

function openPlaces({
  config: { dataDir, uploadsBucket },
}: CliContext): Record<'bucket' | 'folder', FileStore> {
  if (uploadsBucket === null) wrongUsage('Set UPLOADS_S3 and its key, as the servers have them.')
  const work = join(dataDir, 'uploads', 'moving')
  return { folder: folderPlace(dataDir), bucket: bucketPlace(openBucket(uploadsBucket), work) }
}

/** On the error output, so that a program reads only the answer. */
function print({ moved, there, failed }: MoveResult): void {
  process.stderr.write(`${moved} moved, ${there} there already, ${failed.length} failed\n`)
}

function textOf(
  { moved, there, failed }: MoveResult,
  { from, to }: { from: FileStore; to: FileStore },
): string {
  const sum = `${moved} moved from ${from.name} to ${to.name}, ${there} there already.`
  if (failed.length === 0) return sum
  const lines = failed.slice(0, failuresShown).map(({ key, why }) => `  ${key}: ${why}`)
  return `${sum} ${failed.length} could not be moved; run it again:\n${lines.join('\n')}`
}

export const uploadsGroup: Group = {
  name: 'uploads',
  about: 'Where pictures and videos of members lie.',
  commands: [move],
}

import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { tempFolder } from '../../apps/server/src/testing/worlds/temp-folder.ts'
import { setStage } from './stage.ts'

const folder = tempFolder()

test('a stage that cannot be set leaves no database behind, so that its bench ends', async () => {
  const settings = { shared_buffers: '32MB', default_transaction_read_only: 'on' }
  const options = { members: 1, connections: 2, inFolder: folder, settings }
  await expect(setStage(options)).rejects.toThrow(/read-only/)
  expect(await readdir(folder)).toEqual([])
})

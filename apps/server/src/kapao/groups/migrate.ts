import { join } from 'node:path'
import { migrate } from '#core/db/migrate.ts'
import type { Command, Group } from '../command.ts'
import { wrongUsage } from '../terminal/fault.ts'

const folder = join(import.meta.dirname, '../../../migrations')

const apply: Command = {
  name: 'migrate',
  args: [],
  about: 'Brings the tables of DATABASE_OWNER_URL to this version; `npm start` does it by itself.',
  options: {},
  examples: ['kapao migrate'],
  run: async ({ ownerUrl }) => {
    if (!ownerUrl)
      wrongUsage(
        'Set DATABASE_OWNER_URL: the login that owns the tables, not the one of the server.',
      )
    const applied = await migrate(ownerUrl, folder)
    const text =
      applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Everything was applied before.'
    return { text, json: { applied } }
  },
}

export const migrateGroup: Group = {
  name: 'migrate',
  about: 'The tables, at a new version.',
  commands: [apply],
}

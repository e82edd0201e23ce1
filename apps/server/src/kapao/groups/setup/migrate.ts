import { migrate, sqlOfThisVersion } from '#core/db/migrate.ts'
import type { Command, Group } from '../../command.ts'
import { wrongUsage } from '../../terminal/fault.ts'

const apply: Command = {
  name: 'migrate',
  args: [],
  about:
    'Brings the tables and functions of DATABASE_OWNER_URL to this version; `npm start` does this automatically.',
  options: {},
  examples: ['kapao migrate'],
  run: async ({ config: { databaseOwnerUrl: ownerUrl } }) => {
    if (!ownerUrl)
      wrongUsage(
        'Set DATABASE_OWNER_URL: the login that owns the tables, not the one of the server.',
      )
    const { tables, functions } = await migrate(ownerUrl, sqlOfThisVersion, {
      // Standard output is the answer, which a program may read.
      onWait: (sentence) => process.stderr.write(`${sentence}\n`),
    })
    const applied = [...tables, ...functions]
    const text =
      applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Everything was applied before.'
    return { text, json: { tables, functions } }
  },
}

export const migrateGroup: Group = {
  name: 'migrate',
  about: 'The tables and functions of the database, at a new version.',
  commands: [apply],
}

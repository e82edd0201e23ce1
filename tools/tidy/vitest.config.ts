import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The rules need no database, so `npm run check` runs their tests without that of the whole suite. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tools/{tidy,reports}/*.test.ts', 'tools/{plants,lint}.test.ts'],
    // The first rule that needs it reads and parses the whole tree, and all plants are linted once; on a busy machine
    // either takes a while.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

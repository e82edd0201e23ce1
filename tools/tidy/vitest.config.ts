import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The rules need no database, so `npm run check` runs their tests without that of the whole suite. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tools/{tidy,reports}/*.test.ts', 'tools/{plants,lint,bench-report}.test.ts'],
    testTimeout: 30_000,
    // All plants are linted once, before the first test; on a busy machine that takes a while.
    hookTimeout: 120_000,
  },
})

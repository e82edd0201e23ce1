import { defineConfig } from 'vitest/config'
import { findTestBrowser } from './tools/browser.ts'
import { longTags, settleRun, testWorkers } from './tools/testing/settings.ts'

settleRun()

// More tests run at once than there are processors, beside journeys; a test that hangs is found by then, too.
const timeouts = { testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    maxWorkers: testWorkers,
    tags: longTags.map((name) => ({ name })),
    projects: [
      {
        test: {
          name: 'server',
          include: ['{packages/contract,apps/server,apps/sandbox,tools,proof}/**/*.test.ts'],
          // The tidy rules and the tools' own tests are part of `npm run check`.
          exclude: [
            '**/node_modules/**',
            '.data/**',
            'tools/tidy/**',
            'tools/reports/**',
            'proof/cluster/**',
            'tools/{plants,lint}.test.ts',
          ],
          environment: 'node',
          // Node loads the sources as it does in production, once for all files of a worker: nothing of ours is mocked.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          globalSetup: ['tools/testing/test-cluster.ts'],
          // What happens soon takes longer than the usual second on a busy machine.
          expect: { poll: { timeout: 10_000 } },
          ...timeouts,
        },
      },
      {
        // Has the machine to itself: `npm test` runs it when all others have ended.
        test: { name: 'drill', include: ['proof/cluster/**/*.test.ts'], environment: 'node' },
      },
      {
        test: {
          name: 'web',
          include: ['{apps/web,apps/console,packages/ui}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          environment: 'node',
          env: { CHROMIUM_PATH: findTestBrowser() ?? '' },
          ...timeouts,
        },
      },
    ],
  },
})

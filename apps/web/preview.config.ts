import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { inlineClassNames, nameClass } from '../../tools/page/class-names.ts'

const source = join(import.meta.dirname, 'src')
const replaced = (name: string) => join(source, 'app/preview/instead', name)

/** What cannot be in a frame without origin and network, or would only make it wait; all else is the member's own. */
const insteadOf: Readonly<Record<string, string>> = {
  'core/live/socket.ts': replaced('no-socket.ts'),
  'core/queries/loading-delay.ts': replaced('no-delay.ts'),
  'ui/sheet/use-back-button.ts': replaced('no-history.ts'),
  'features/agreement/agreement-part.tsx': replaced('agreement-at-once.tsx'),
  'app/statement/statement-part.tsx': replaced('not-here.ts'),
  'features/profile/profile-screen.tsx': replaced('not-here.ts'),
  'features/password/change-sheet.tsx': replaced('not-here.ts'),
  'features/register/register-screen.tsx': replaced('not-here.ts'),
  'features/password/forgotten-sheet.tsx': replaced('not-here.ts'),
  'features/game-account/account-sheet.tsx': replaced('not-here.ts'),
  'features/transfer/transfer-sheet.tsx': replaced('not-here.ts'),
  'features/withdraw/withdraw-sheet.tsx': replaced('not-here.ts'),
  'features/deposit/gift/gift-panel.tsx': replaced('not-here.ts'),
  'features/deposit/qr/qr-panel.tsx': replaced('not-here.ts'),
}

function replaceParts(): Plugin {
  return {
    name: 'kapao-preview-parts',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      if (id === 'wouter/use-browser-location') return replaced('place.ts')
      if (importer?.includes('/app/preview/instead/')) return null
      const found = await this.resolve(id, importer, { ...options, skipSelf: true })
      const name = found?.id.startsWith(source) ? found.id.slice(source.length + 1) : ''
      return insteadOf[name] ?? found
    },
  }
}

/** The member's screens as operators see a draft on them: a build of its own, which the member's page knows nothing of. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/preview/',
  plugins: [replaceParts(), inlineClassNames(), react()],
  define: { __KIT__: 'false' },
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  css: { modules: { generateScopedName: nameClass } },
  publicDir: false,
  build: {
    target: ['chrome109', 'safari16.4'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: 'preview.html',
      output: {
        codeSplitting: {
          // One file for the entry, which comes before every component; one of each language; one of all the rest.
          groups: [
            {
              name: 'entry',
              test: /preview\.html|app\/preview\/(?:main|answers|message)\.ts|preload-helper/,
            },
            ...['th', 'la', 'en'].map((language) => ({
              name: language,
              test: new RegExp(`/text/(?:.*/)?${language}(?:/|\\.ts)`),
            })),
            { name: 'screens', test: /\/(?:apps|packages|node_modules)\// },
          ],
        },
      },
    },
  },
})

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { inlineClassNames, nameClass } from '../../tools/page/class-names.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [inlineClassNames(), react()],
  // The page of all parts, /__kit, is for development; in other builds the bundler must be able to drop it completely.
  define: { __KIT__: JSON.stringify(process.env['VITE_KIT'] === '1') },
  // React has had this hook since 18; wouter still includes a copy for older versions.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  css: { modules: { generateScopedName: nameClass } },
  build: {
    // The oldest supported browsers: Chrome and WebView 109, Safari 15.6. iPhones have a property of their own for the
    // text size in landscape.
    target: ['chrome109', 'safari15.6', 'ios15.6'],
    // Both would need inline scripts or data: addresses, which the content security policy forbids.
    modulePreload: {
      polyfill: false,
      // Every visit pays for the lists of what a part needs: what is there already is not in them, nor a file alone.
      resolveDependencies: (_file, files) => {
        const others = files.filter((file) => !file.includes('/core-'))
        return others.length > 1 ? others : []
      },
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The second one is requested by the page's head, on wide screens only.
      input: ['index.html', 'head/desk.css'],
      output: {
        // The core lists the files of all parts, so chunk names are short hashes.
        chunkFileNames: ({ name }) =>
          ['core', 'rolldown-runtime'].includes(name)
            ? 'assets/core-[hash:7].js'
            : 'assets/[hash:7].js',
        assetFileNames: ({ names }) =>
          names.some((name) => /^(?!core).*\.css$/.test(name))
            ? 'assets/[hash:7][extname]'
            : 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Texts shared by the withdraw sheet and home's stack are in the stack's file: one file fewer to list and
            // request.
            ...['th', 'la', 'en'].map((language) => ({
              name: `under-way-${language}`,
              test: new RegExp(
                `src/(?:features/under-way/text/${language}|text/${language}/withdraw)`,
              ),
            })),
            // All code of the login, including React, in one file: a phone on mobile data waits for every request.
            {
              name: 'core',
              test: /src\/(main\.|core\/(?!files|format|start\/figure|live|lazy-text|queries|session\/(?:last-balance|passkey|register-draft)|start\/(?:later|line-watch|passkey-login|second-taps)|calls\/(call-once|named-field|random-key|pending\/(?!pending\.))|browser\/(copy|countdown|in-app|pace|when-back|worth-asking))|ui\/(form|feedback)\/(?!otp|select|steps|refusal)|ui\/(language-menu|wallet-mark|page\.css)|ui\/layout\/form|shared\/(link|paths|page-settings|lookups)|features\/login\/login|app\/(app|router|guarded|guards|screens|lazy\/lazy-screen)\.|app\/notice\/(load-failure|part-failure|notice-screen)|app\/shell\/(bottom-menu|shell|public-shell|use-arrival|waiting))|node_modules\/(react|react-dom|scheduler|wouter|regexparam)\/|packages\/(contract\/src\/(limits|paths)|ui\/src\/(icons\/(?!more-icons)|tokens\.css))|preload-helper|rolldown[-/]runtime/,
            },
            // The login waits for a passkey in this file, and the core lists no other for it.
            {
              name: 'later',
              includeDependenciesRecursively: false,
              test: /src\/(app\/go-on|core\/(start\/(later|line-watch|passkey-login|second-taps)|session\/passkey))/,
            },
            // The code shared by transfer and withdrawal, in one file: it compresses better together. Its dependencies
            // stay in their own files.
            {
              name: 'sending',
              includeDependenciesRecursively: false,
              test: /src\/ui\/(feedback\/(steps|refusal)|amount)/,
            },
            {
              name: 'parts',
              test: /src\/(shared\/wallet\/reference|ui\/(figures\/meter|layout\/(?!pager|copy-row|stepper)|form\/select|sheet\/(?!confirm)|safe-html)|core\/(format|start\/figure|lazy-text|queries|live\/pushes|session\/register-draft|calls\/(?:random-key|named-field)|browser\/(countdown|when-back|worth-asking)))|packages\/ui\/src\/icons\/more-icons/,
            },
          ],
        },
      },
    },
  },
})

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // The page of all parts, /__kit, is for development; elsewhere the bundler must be able to drop it whole.
  define: { __KIT__: JSON.stringify(process.env['VITE_KIT'] === '1') },
  // React has had this hook since 18; wouter still brings a copy for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  // Class names travel with the scripts: short ones.
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    // The browser floor of the product: Chrome and WebView 109, Safari 15.6.
    target: ['chrome109', 'safari15.6'],
    // Both would need inline script or data: addresses, which the content security policy forbids.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // React changes far less often than our code, so it keeps its own file in the browser's cache.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // What the login needs in one file, and what the other screens share in another: a phone on mobile
            // data waits for every request.
            {
              name: 'frame',
              test: /src\/(core\/(?!format|browser\/(copy|countdown|in-app))|ui\/(form|icons|feedback)\/(?!more-icons|otp|select)|ui\/(language-menu|wallet-mark)|ui\/layout\/form|shared\/(link|paths|page-settings|lookups)|app\/shell\/(bottom-menu|shell|use-arrival|waiting))|node_modules\/wouter|packages\/contract|preload-helper/,
            },
            {
              name: 'parts',
              test: /src\/(ui\/(layout|sheet|safe-html|icons\/more-icons|form\/(otp|select))|core\/(format|browser\/(copy|countdown)))/,
            },
          ],
        },
      },
    },
  },
})

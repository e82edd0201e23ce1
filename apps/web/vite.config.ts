import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    // The browser floor of the product: Chrome and WebView 109, Safari 15.6.
    target: ['chrome109', 'safari15.6'],
    // Both would need inline script or data: addresses, which the content security policy forbids.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // React changes far less often than our code, so it keeps its own file in the browser's cache.
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }],
        },
      },
    },
  },
})

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    // Desks run current browsers; an owner's phone may be a few years old.
    target: ['chrome109', 'safari16.4'],
    // Both would need inline script or data: addresses, which the content security policy forbids.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every visit needs is one file: split by what later screens share of it, it weighs 14 KB more.
          groups: [{ name: 'first', tags: ['$initial'] }],
        },
      },
    },
  },
})

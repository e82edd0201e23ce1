import { join } from 'node:path'
import type { Rolldown } from 'vite'

/** Bundles one file outside the page's own program: the script in its head, or the service worker. */
export async function bundleSmallScript(
  file: string,
  define: Record<string, string> = {},
): Promise<string> {
  const { build } = await import('vite')
  const result = (await build({
    configFile: false,
    root: join(import.meta.dirname, '../../apps/web'),
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: ['chrome109', 'safari15.6'],
      lib: { entry: file, formats: ['iife'], name: 'kapao' },
    },
  })) as Rolldown.RolldownOutput[]
  const chunk = result[0]?.output[0]
  if (chunk?.type !== 'chunk') throw new Error(`${file} did not become one script`)
  return chunk.code.trim()
}

import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Every file of the server that is loaded with a file. */
function loadedWith(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const [, from = ''] of readFileSync(path, 'utf8').matchAll(
    /^(?:import|\} from|export .* from)\b(?! type).*?'([.#][^']+)'/gm,
  )) {
    const next = from.startsWith('#') ? join(root, from.slice(1)) : resolve(path, '..', from)
    if (existsSync(next)) loadedWith(next, found)
  }
  return found
}

test('HOUSE-19 a call at a terminal loads of the server only the client and what makes a key', () => {
  const loaded = [...loadedWith(join(root, 'kapao.ts'))].map((path) => relative(root, path))
  const others = loaded.filter((path) => !/^kapao(?:\.ts$|\/remote\/|\/terminal\/)/.test(path))
  expect(others).toEqual(['core/ids.ts'])
  expect(loaded).toContain('kapao/remote/ask.ts')
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nameClass } from './class-names.ts'

const webRoot = join(import.meta.dirname, '../../apps/web')
const folders = [join(webRoot, 'src'), join(import.meta.dirname, '../../packages/ui/src')]

test('no two classes of the page have the same name, and none spells a word', () => {
  const owners = new Map<string, string>()
  const paths = folders.flatMap((cwd) =>
    globSync('**/*.module.css', { cwd }).map((file) => join(cwd, file)),
  )
  for (const path of paths) {
    const css = readFileSync(path, 'utf8')
    for (const [, className = ''] of css.matchAll(/\.([a-z][\w-]*)(?=[\s,{:.>])/gi)) {
      const name = nameClass(className, path, css)
      const owner = `${path} ${className}`
      expect(owners.get(name) ?? owner, name).toBe(owner)
      owners.set(name, owner)
      expect(name).toMatch(/^[b-df-hj-np-tv-xz]{3,4}$/i)
    }
  }
  expect(owners.size).toBeGreaterThan(500)
})

test('a class added at the end leaves the names before it unchanged', () => {
  const path = join(webRoot, 'src/ui/form/button.module.css')
  const css = readFileSync(path, 'utf8')
  const more = `${css}\n.another { color: red }`
  expect(nameClass('button', path, more)).toBe(nameClass('button', path, css))
  expect(nameClass('another', path, more)).not.toBe(nameClass('button', path, more))
  expect(() => nameClass('another', path, css)).toThrow('no class another')
})

import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'

const webRoot = join(import.meta.dirname, '../../apps/web')
/** The components shared by both pages count as a folder of the page, `src/ui`. */
const sharedRoot = join(import.meta.dirname, '../../packages/ui/src')
// No vowels: no name spells a word, and none looks like one that ad blockers hide.
const letters = 'bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ'
const codesOfFiles = new Map<string, string>()

/**
 * Names a class by two letters for its file and one for its place in it. The names are part of the scripts, and random
 * ones do not compress. A new file or class leaves the names of the other files unchanged, so that these stay cached.
 */
export function nameClass(name: string, path: string, css: string): string {
  const file = fileOf(path.split('?')[0] ?? path)
  if (!codesOfFiles.has(file)) codeFiles()
  const names = new Set(css.match(/(?<=\.|@keyframes )[a-z][\w-]*/gi))
  const place = [...names].indexOf(name)
  const code = codesOfFiles.get(file)
  if (code === undefined || place === -1) throw new Error(`${file} has no class ${name}`)
  return code + spell(place)
}

/** Two files with the same code would style each other: the second one takes the next free code. */
function codeFiles(): void {
  codesOfFiles.clear()
  const taken = new Set<string>()
  const paths = [join(webRoot, 'src'), sharedRoot].flatMap((cwd) =>
    globSync('**/*.module.css', { cwd }).map((path) => fileOf(join(cwd, path))),
  )
  for (const file of paths.toSorted()) {
    const codes = letters.length ** 2
    let number = createHash('sha256').update(file).digest().readUInt32BE(0) % codes
    while (taken.has(codeOf(number))) number = (number + 1) % codes
    taken.add(codeOf(number))
    codesOfFiles.set(file, codeOf(number))
  }
}

function fileOf(path: string): string {
  const shared = relative(sharedRoot, path)
  const file = shared.startsWith('..') ? relative(webRoot, path) : join('src/ui', shared)
  return file.replaceAll(sep, '/')
}

function codeOf(number: number): string {
  return spell(Math.floor(number / letters.length)) + spell(number % letters.length)
}

function spell(number: number): string {
  const rest = Math.floor(number / letters.length)
  return (rest > 0 ? spell(rest - 1) : '') + (letters[number % letters.length] ?? '')
}

/**
 * Exports each class under its own name where a file imports none by a variable: the bundler then inlines the names
 * where they are used, and drops the list of them.
 */
export function inlineClassNames(): Plugin[] {
  return [
    {
      name: 'read-classes-by-name',
      apply: 'build',
      enforce: 'pre',
      transform: (code, id) => (/\.tsx?$/.test(id) ? readByName(code) : null),
    },
    {
      name: 'keep-styles',
      apply: 'build',
      enforce: 'post',
      // Removing an unused list would remove its styles too.
      transform: (code, id) =>
        id.endsWith('.module.css') ? { code, moduleSideEffects: 'no-treeshake' } : null,
    },
  ]
}

function readByName(code: string): string {
  return code.replaceAll(/^import (\w+) from ('[^']+\.module\.css')/gm, (whole, list, from) => {
    const others = code.replace(whole, '')
    const isPassedOn = new RegExp(`\\b${list}\\b(?!\\.\\w)`).test(others)
    return isPassedOn ? whole : `import * as ${list} from ${from}`
  })
}

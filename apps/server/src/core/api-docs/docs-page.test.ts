import { describe, expect, test } from 'vitest'
import { renderShape, renderType } from './docs-fields.ts'
import { docsPage } from './docs-page.ts'
import { docsStyle } from './docs-style.ts'
import { memberBook } from './member-book.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument(memberBook, new Set(['GET /api/wallet']), {
  title: 'Kapao <test>',
  version: '1.1.14',
})
const page = docsPage(document)

describe('the documentation page', () => {
  test('shows every call with its path and what it does', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
    for (const operation of operations) {
      expect(page).toContain(`id="${operation.operationId}"`)
      expect(page).toContain(`<span class="path">${operation['x-path']}</span>`)
    }
    expect(page.match(/<details/g)).toHaveLength(operations.length)
    expect(page).toContain(`1 of ${operations.length} calls served here`)
  })

  test('shows for each call whether it is served', () => {
    const cardOf = (id: string) => page.split(`id="${id}"`)[1]!.split('</summary>')[0]!
    expect(cardOf('getWallet')).toContain('>served<')
    expect(cardOf('postLogin')).toContain('>not served<')
  })

  test('has one style, the exported one, and nothing else that a strict policy refuses', () => {
    expect(page).toContain(`<style>${docsStyle}</style>`)
    expect(page.match(/<style/g)).toHaveLength(1)
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\sstyle="|\son\w+="|url\(|@import|https?:/)
  })

  test('every link inside the page resolves, and no id appears twice', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1])
    expect(links.length).toBeGreaterThan(40)
    expect(links.filter((link) => !ids.includes(link))).toEqual([])
  })

  test('text is escaped', () => {
    expect(page).toContain('<h1>Kapao &lt;test&gt; API</h1>')
    expect(renderType({ const: '<b>' })).toBe('<code>&quot;&lt;b&gt;&quot;</code>')
  })

  test('its tags are balanced', () => {
    const tags = [...page.matchAll(/<(\/?[a-z][a-z0-9]*)[^>]*>/g)].map(([, tag = '']) => tag)
    const open: string[] = []
    for (const tag of tags.filter((name) => name !== 'meta')) {
      if (tag === `/${open.at(-1)}`) open.pop()
      else open.push(tag)
    }
    expect(open).toEqual([])
  })
})

describe('fields', () => {
  test('a field of a nested list is shown by its path', () => {
    const item = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    const shape = renderShape(
      { type: 'object', properties: { rows: { type: 'array', items: item } } },
      'rows',
    )
    expect(shape).toContain('<code>rows</code> <span class="needed">optional</span>')
    expect(shape).toContain('<code>rows[].name</code></th>')
  })

  test('a choice of shapes is shown as either and or', () => {
    const one = { type: 'object', properties: { a: { const: true } }, required: ['a'] }
    const other = { type: 'object', properties: { b: { const: false } }, required: ['b'] }
    const shape = renderShape({ oneOf: [one, other] }, 'choice')
    expect(shape).toMatch(/Either.*<code>a<\/code>.*or<.*<code>b<\/code>/s)
  })
})

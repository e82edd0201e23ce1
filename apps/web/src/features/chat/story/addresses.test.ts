import { describe, expect, test } from 'vitest'
import { fileAddress, phoneAddress, piecesOf, safeWebAddress, shownAddress } from './addresses.ts'

const linksOf = (text: string) => piecesOf(text).flatMap(({ address }) => address ?? [])

describe('CHAT-08 links in a text', () => {
  test.each([
    ['see https://kapao.example/a?b=1#c now', ['https://kapao.example/a?b=1#c']],
    ['(https://kapao.example/wiki_(x))', ['https://kapao.example/wiki_(x)']],
    ['ดูที่ https://kapao.example/ก. แล้วตอบ', ['https://kapao.example/ก']],
    ['HTTP://KAPAO.example, https://b.example!', ['HTTP://KAPAO.example', 'https://b.example']],
    ['javascript:alert(1) data:text/html,x www.kapao.example tel:0812345678', []],
    ['xhttps://kapao.example https://', []],
    ['https://user:word@kapao.example/', []],
    ['https://kapao.example/"onclick="x', ['https://kapao.example/']],
  ])('%s', (text, links) => {
    expect(linksOf(text)).toEqual(links)
  })

  test('no character of a text is lost or added', () => {
    const text = 'a https://kapao.example/x. b\nhttps://b.example) <b>c</b>'
    expect(
      piecesOf(text)
        .map(({ words }) => words)
        .join(''),
    ).toBe(text)
  })
})

describe('SEC-05 S43 the targets that a button may have', () => {
  test.each([
    ['https://kapao.example/x', 'https://kapao.example/x'],
    ['javascript:alert(1)', null],
    [' https://kapao.example', null],
    ['java\nscript:alert(1)', null],
    ['data:text/html,<script>1</script>', null],
    ['//kapao.example', null],
    ['https://bank.example@evil.example', null],
    ['', null],
    [undefined, null],
  ])('%j opens %j', (given, opened) => {
    expect(safeWebAddress(given)).toBe(opened)
  })

  test.each([
    ['02-123 4567', 'tel:021234567'],
    ['+66 (0)81 234 5678', 'tel:+660812345678'],
    ['tel:0812345678', 'tel:0812345678'],
    ['*#06#', null],
    ['0812345678,,1', null],
    ['javascript:alert(1)', null],
    [undefined, null],
  ])('%j dials %j', (given, dialled) => {
    expect(phoneAddress(given)).toBe(dialled)
  })
})

describe('CHAT-41 CHAT-50 S43 the servers that files are fetched from', () => {
  const server = 'https://chat.example'
  test.each([
    ['/files/chat/a.jpg', 'https://chat.example/files/chat/a.jpg'],
    ['files/chat/a.jpg', 'https://chat.example/files/chat/a.jpg'],
    ['//evil.example/a.jpg', null],
    ['/\\evil.example/a.jpg', null],
    ['https://evil.example/a.jpg', null],
    ['/files/../../api/login', null],
    ['javascript:alert(1)', null],
    ['', null],
  ])('the path %j is %j', (path, address) => {
    expect(fileAddress(path, server)).toBe(address)
  })

  test('an absolute address is used if it is on our servers', () => {
    const ours = ['https://kapao.example', server]
    expect(shownAddress('https://chat.example/a.mp4', ours)).toBe('https://chat.example/a.mp4')
    expect(shownAddress('https://kapao.example/a.mp4', ours)).toBe('https://kapao.example/a.mp4')
    expect(shownAddress('https://evil.example/a.mp4', ours)).toBeNull()
    expect(shownAddress(undefined, ours)).toBeNull()
  })
})

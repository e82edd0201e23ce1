import { expect, test } from 'vitest'
import { OperatorRefused } from '#core/refused.ts'
import { checkValue } from './check.ts'
import { settingNames, settingOf, type SettingName } from './registry.ts'

const scripts = [
  '<script>x()</script>',
  '<script src=//evil.example/x.js></script>',
  '<ScRiPt>x()</sCrIpT>',
  '<script/x>x()</script>',
  '<script\n>x()</script>',
  '<<script>x()//<</script>',
  '<script>x()',
  '</p><script>x()</script>',
  '<p></script><script>x()</p>',
  '<noscript><p title="</noscript><img src=x onerror=x()>"></noscript>',
]
const handlers = [
  'onclick',
  'onerror',
  'onload',
  'onfocus',
  'onmouseover',
  'ontoggle',
  'onpointerenter',
  'onanimationstart',
  'onbeforetoggle',
  'onscrollend',
].flatMap((name) => [
  `<p ${name}="x()">x</p>`,
  `<a href="https://a.example" ${name}="x()">x</a>`,
  `<b\t${name}=x()>x</b>`,
  `<a href="https://a.example"${name}="x()">x</a>`,
])
const elements =
  'img svg math iframe object embed video audio form input button select textarea style link meta base template slot dialog details marquee frameset body html head title xmp plaintext portal applet isindex keygen canvas table div'
    .split(' ')
    .map((tag) => `<${tag}>x</${tag}>`)
const addresses = [
  'javascript:x()',
  'JaVaScRiPt:x()',
  ' javascript:x()',
  'java\tscript:x()',
  'java\nscript:x()',
  '&#106;avascript:x()',
  '&#x6a;avascript:x()',
  '&Tab;javascript:x()',
  'javascript&colon;x()',
  '\u0001javascript:x()',
  'data:text/html,<script>x()</script>',
  'data:text/html;base64,PHNjcmlwdD54KCk8L3NjcmlwdD4=',
  'vbscript:x()',
  'file:///etc/passwd',
  'blob:https://a.example/1',
  'filesystem:https://a.example/1',
  '//evil.example',
  '/\\evil.example',
  '/&#x2f;evil.example',
  '/&sol;evil.example',
  '/&bsol;evil.example',
  '\\\\evil.example',
  'https:evil',
  '#x" onclick="x()',
  'intent://x#Intent;end',
  '',
].map((address) => `<a href="${address}">x</a>`)
const odd = [
  '<a href=https://a.example>x</a>',
  "<a href='https://a.example'>x</a>",
  '<a href="https://a.example" href="javascript:x()">x</a>',
  '<a href="https://a.example" target="_blank">x</a>',
  '<a xlink:href="javascript:x()">x</a>',
  '<p style="background:url(//evil.example)">x</p>',
  '<p id="root">x</p>',
  '<p class="x">x</p>',
  '<!-- x -->',
  '<!--><script>x()</script>-->',
  '<![CDATA[<script>x()</script>]]>',
  '<?xml version="1.0"?>',
  '<!doctype html>',
  '<p',
  '<p>x',
  'x</p>',
  '<b><i>x</b></i>',
  '<p\u0000>x</p>',
  '<\u0000script>x()</script>',
  '＜p＞<script>x()</script>',
  '<a\u00a0href="https://a.example">x</a>',
  '<A HREF="https://a.example">x</A>',
  '<svg/onload=x()>',
  '<math><mtext><table><mglyph><style><img src=x onerror=x()>',
]
const payloads = [...scripts, ...handlers, ...elements, ...addresses, ...odd]

test('S42 SEC-04 every setting shown as HTML refuses more than a hundred payloads (F55)', () => {
  expect(new Set(payloads).size).toBeGreaterThan(120)
  const shownAsHtml = settingNames.filter((name) => settingOf(name).kind.html)
  expect(shownAsHtml.length).toBeGreaterThanOrEqual(9)
  for (const name of shownAsHtml) {
    for (const payload of payloads) {
      const value = asValueOf(name, payload)
      expect(() => checkValue(name, value), `${name} takes ${payload}`).toThrow(OperatorRefused)
    }
    expect(() => checkValue(name, asValueOf(name, '<p>harmless</p>'))).not.toThrow()
  }
})

/** Each in the form that its setting takes, so that it is refused for its markup alone. */
function asValueOf(name: SettingName, markup: string): unknown {
  if (name.startsWith('notice.')) return `%percentFail%${markup}`
  const takesList = settingOf(name).kind.schema.safeParse(['x']).success
  return takesList ? [markup] : markup
}

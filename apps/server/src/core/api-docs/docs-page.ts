import { renderShape, renderType } from './docs-fields.ts'
import { escapeHtml } from '../page/escape.ts'
import { docsStyle } from './docs-style.ts'
import type { OpenApiDocument, Operation, Schema } from './openapi-types.ts'

type ListedCall = { method: string; operation: Operation }

/**
 * The API for readers: one page without scripts or external resources, made from the same document as /openapi.json.
 */
export function docsPage(document: OpenApiDocument): string {
  const listed = listOperations(document)
  const words = document.tags.map(({ name }) => name)
  const served = listed.filter(({ operation }) => operation['x-served']).length
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(document.info.title)} API</title>
<style>${docsStyle}</style>
</head>
<body>
<header>
<h1>${escapeHtml(document.info.title)} API</h1>
<p>Version ${escapeHtml(document.info.version)}, ${served} of ${listed.length} calls served here. The same as data: <a href="/openapi.json">/openapi.json</a>.</p>
${document.info.description
  .split('\n\n')
  .map((text) => `<p>${markCode(text)}</p>`)
  .join('\n')}
</header>
<nav aria-label="Words"><ul>
${[...words, 'entities'].map((word) => `<li><a href="#${word}">${escapeHtml(word)}</a></li>`).join('\n')}
</ul></nav>
<main>
${words.map((word) => renderWord(word, listed)).join('\n')}
${renderEntities(document.components.schemas)}
</main>
<footer>Refusals that any call may answer are listed with each call, so that every call can be read by itself.</footer>
</body>
</html>
`
}

function listOperations(document: OpenApiDocument): ListedCall[] {
  return Object.values(document.paths).flatMap((item) =>
    Object.entries(item).map(([method, operation]) => ({ method, operation })),
  )
}

function renderWord(word: string, listed: readonly ListedCall[]): string {
  const own = listed.filter(({ operation }) => operation.tags[0] === word)
  return `<section id="${word}"><h2>${escapeHtml(word)}</h2>\n${own.map(renderCall).join('\n')}</section>`
}

const accessNames: Record<string, string> = {
  public: 'anyone',
  guest: 'member or guest',
  session: 'any operator',
}

function renderCall({ method, operation }: ListedCall): string {
  const row = operation['x-row']
  const served = operation['x-served']
  const tags = [
    `<span class="tag">${escapeHtml(accessNames[operation['x-access']] ?? operation['x-access'])}</span>`,
    ...(row === undefined ? [] : [`<span class="tag">no. ${row}</span>`]),
    ...(operation['x-added'] === true ? ['<span class="tag">added</span>'] : []),
    `<span class="tag ${served ? 'served' : 'missing'}">${served ? 'served' : 'not served'}</span>`,
  ].join('')
  return `<details class="call" id="${operation.operationId}">
<summary><span class="method ${method}">${method.toUpperCase()}</span><span class="path">${escapeHtml(operation['x-path'])}</span><span class="tags">${tags}</span><span class="says">${escapeHtml(operation.summary)}</span></summary>
<div class="inside">
${operation.description === undefined ? '' : `<p>${markCode(operation.description)}</p>`}
${renderInput(operation)}
<h3>Answer</h3>
${renderShape(answerOf(operation), `Answer of ${operation['x-path']}`)}
<h3>Refusals</h3>
${renderRefusals(operation)}
</div>
</details>`
}

function renderInput(operation: Operation): string {
  const inAddress = operation.parameters
    .filter((parameter) => parameter.in !== 'header')
    .map(
      ({ name, schema, in: place, required }) =>
        `<p><code>${place === 'path' ? `{${escapeHtml(name)}}` : escapeHtml(name)}</code> in the ${place}${required ? '' : ', optional'}: ${renderType(schema)}</p>`,
    )
    .join('')
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const fields =
    body === undefined
      ? ''
      : `<p>Body: <code>${escapeHtml(type ?? '')}</code></p>${renderShape(body.schema, `Body of ${operation['x-path']}`)}`
  return inAddress + fields === '' ? '' : `<h3>Request</h3>${inAddress}${fields}`
}

function answerOf(operation: Operation): Schema {
  return operation.responses['200']?.content['application/json']?.schema ?? {}
}

function renderRefusals(operation: Operation): string {
  const rows = Object.entries(operation.responses)
    .filter(([status]) => status !== '200')
    .map(([status, { content }]) => {
      const codes = codesOf(content['application/json']?.schema ?? {})
      const listed = codes.map((code) => `<code>${escapeHtml(code)}</code>`).join(', ')
      return `<tr><th scope="row" class="status">${status}</th><td>${listed}</td></tr>`
    })
  return `<table><caption>Refusals of ${escapeHtml(operation['x-path'])}</caption><thead><tr><th scope="col">Status</th><th scope="col">Codes</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function codesOf(schema: Schema): string[] {
  const { code, message } = schema.properties ?? {}
  // The end of the service has no code: only its message identifies it.
  return (code?.enum ?? [message?.const ?? '']).map(String)
}

function renderEntities(schemas: Record<string, Schema>): string {
  const cards = Object.entries(schemas)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const text =
        schema.description === undefined ? '' : `<p>${escapeHtml(schema.description)}</p>`
      return `<div class="entity-card" id="${name}"><h3 class="entity">${escapeHtml(name)}</h3>${text}${renderShape(schema, name)}</div>`
    })
  return `<section id="entities"><h2>Entities</h2>\n${cards.join('\n')}</section>`
}

/** Escapes a text of this repository and renders its `code`. */
function markCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

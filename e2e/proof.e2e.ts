import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Proof, ProofVerdict, Seal } from '@kapao/contract/fair/proof'
import { systemClock } from '../apps/server/src/core/clock.ts'
import { systemIds } from '../apps/server/src/core/ids.ts'
import { accountBook } from '../apps/server/src/ledger/accounts.ts'
import { postAll } from '../apps/server/src/ledger/post.ts'
import { sealMovements } from '../apps/server/src/ledger/seal.ts'
import { findProof } from '../apps/server/src/ledger/seals/proof.ts'
import { withDb } from './database.ts'
import { expect, test } from './test.ts'

/** The checker, and the one file that it imports, as browsers run them. */
const scripts = new Map(
  ['proof.ts', 'sha256.ts'].map((name) => {
    const text = readFileSync(
      join(import.meta.dirname, '../packages/contract/src/fair', name),
      'utf8',
    )
    return [`/${name}`, stripTypeScriptTypes(text)]
  }),
)

/** Seals some movements on the running copy; returns the proof of one in the middle. */
function sealSomething(databaseUrl: string): Promise<Proof> {
  return withDb(databaseUrl, async (db) => {
    const book = accountBook(db)
    const debit = await book.house('opening', '', 'BAHT')
    const credit = await book.house('bank', 'proof', 'BAHT')
    const money = { amount: 12_345n, currency: 'BAHT' as const }
    const movements = Array.from({ length: 7 }, () => ({
      idem: systemIds.key(),
      debit,
      credit,
      money,
      kind: 'opening' as const,
      ref: 'ซอง ຊອງ',
    }))
    await db.begin((tx) => postAll(tx, systemClock.now(), movements))
    await sealMovements(db, systemClock)
    return (await findProof(db, movements[3]!.idem))!
  })
}

/** A third party's page with the checker on it: another origin, no secure context, no library. */
async function serveChecker(): Promise<{ address: string; close: () => void }> {
  const server = createServer((request, response) => {
    const script = scripts.get(request.url!)
    response
      .writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html' })
      .end(script ?? '<!doctype html><title>checker</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() }
}

type ProofResults = { honest: ProofVerdict; changed: ProofVerdict; chain: ProofVerdict }

test('a receipt is proven in the browser against the published seals, and fails after one byte was changed', async ({
  page,
  baseURL,
  databaseUrl,
}) => {
  const proof = await sealSomething(databaseUrl)
  const own = await serveChecker()
  await page.goto(own.address)
  const checked: ProofResults = await page.evaluate(
    async ({ proof, script, address }) => {
      const { checkProof } = (await import(script)) as {
        checkProof: (proof: Proof, seals: readonly Seal[]) => ProofVerdict
      }
      const { seals } = (await (await fetch(address)).json()) as { seals: Seal[] }
      const changed = structuredClone(proof)
      changed.fields.units = '12346'
      const chain = structuredClone(seals)
      chain[0]!.sealedAt = '2020-01-01T00:00:00.000Z'
      return {
        honest: checkProof(proof, seals),
        changed: checkProof(changed, seals),
        chain: checkProof(proof, chain),
      }
    },
    { proof, script: `${own.address}/proof.ts`, address: `${baseURL}/seals.json` },
  )
  own.close()
  expect(checked).toEqual({
    honest: { proven: true },
    changed: { proven: false, why: 'root' },
    chain: { proven: false, why: 'chain' },
  })
})

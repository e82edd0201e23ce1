import pg from 'pg'

/** A connection for one transaction; `release` takes the error of a broken one. */
export type Connection = { client: pg.ClientBase; release: (broken?: Error) => unknown }

export async function connectInside(pool: pg.Pool): Promise<Connection> {
  const client = await pool.connect()
  return { client, release: (broken) => client.release(broken) }
}

/** A connection that the pool does not count, so a long transaction takes no slot of the pool. */
export async function connectOutside(settings: pg.ClientConfig): Promise<Connection> {
  const client = new pg.Client(settings)
  // The next query reports a cut connection; an unhandled error event would end the process.
  client.on('error', () => undefined)
  const end = () => client.end().catch(() => undefined)
  try {
    await client.connect()
  } catch (error) {
    void end()
    throw error
  }
  return { client, release: end }
}

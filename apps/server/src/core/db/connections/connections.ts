import pg from 'pg'

/** A connection for one transaction; a broken one is given back as such. */
export type Connection = { client: pg.ClientBase; release: (broken?: Error) => unknown }

export async function connectInside(pool: pg.Pool): Promise<Connection> {
  const client = await pool.connect()
  return { client, release: (broken) => client.release(broken) }
}

/** One that the pool does not count, so whoever holds it for long takes no place from anybody. */
export async function connectOutside(settings: pg.ClientConfig): Promise<Connection> {
  const client = new pg.Client(settings)
  // What is cut is found by the next question; unheard, it would end the process.
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

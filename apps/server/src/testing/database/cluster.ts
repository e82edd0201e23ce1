import type {} from 'vitest'

declare module 'vitest' {
  // Declaration merging works on interfaces only.
  interface ProvidedContext {
    /** The superuser's address of the run's one PostgreSQL. */
    postgresUrl: string
  }
}

/** The migrated database that every test database is a copy of. */
export const templateDatabase = 'kapao_template'

export function urlOfDatabase(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${database}`
  return url.href
}

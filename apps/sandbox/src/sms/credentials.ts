/** The only account of the sandbox; the server's development settings contain the same. */
export const playKey = 'sandbox-key'
export const playSecret = 'sandbox-secret'

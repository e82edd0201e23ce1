/** The one account of the play world; the server's development settings name the same. */
export const playKey = 'sandbox-key'
export const playSecret = 'sandbox-secret'

/** The operator's credentials at each family; docs/outside/games.md names them too. */
export const betflixOperator = { agent: 'kapao', betflix: 'sandbox-betflix', key: 'sandbox-key' }
export const ambOperator = { agent: 'kapao', clientName: 'kapaoweb', key: 'sandbox-key' }
export const jokerOperator = { appId: 'KAPA', secret: 'sandbox-secret' }
export const pgOperator = { token: 'sandbox-operator', secret: 'sandbox-secret' }

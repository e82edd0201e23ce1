/** The phone of the member who was logged in last, while this page is open: the login that follows is filled in with it. */
export const last = { phone: '' }

type Login = { phone: string; password: string; name: string }
type MadeCredential = new (about: { id: string; password: string; name: string }) => Credential

/**
 * Lets the browser's password manager offer to save the password, and fill it in at the login that follows. Only some
 * browsers have this call; the others use the names of the fields.
 */
export function offerToSave({ phone, password, name }: Login): void {
  const { PasswordCredential } = globalThis as { PasswordCredential?: MadeCredential }
  if (!PasswordCredential) return
  const credential = new PasswordCredential({ id: phone, password, name })
  void navigator.credentials.store(credential).catch(() => undefined)
}

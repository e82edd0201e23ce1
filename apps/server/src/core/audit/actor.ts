/** Without the kind of actor: the name by which operators call each other. */
export function nameOf(actor: string): string {
  return actor.slice(actor.indexOf(':') + 1)
}

/** The shape of the English texts, which the other languages must have; sentences are any strings. */
export type TextOf<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Said
    ? (...given: Given) => TextOf<Said>
    : { readonly [Key in keyof T]: TextOf<T[Key]> }

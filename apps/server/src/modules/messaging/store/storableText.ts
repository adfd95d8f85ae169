/** Replaces characters PostgreSQL cannot store (NUL) or UTF-8 cannot encode (lone surrogates). */
export const storableText = (text: string): string =>
	text.replaceAll('\0', '\uFFFD').replace(/\p{Surrogate}/gu, '\uFFFD')

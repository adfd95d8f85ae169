/** What PostgreSQL cannot store (NUL) and UTF-8 cannot encode (halves of a surrogate pair) is replaced. */
export const storableText = (text: string): string =>
	text.replaceAll('\0', '\uFFFD').replace(/\p{Surrogate}/gu, '\uFFFD')

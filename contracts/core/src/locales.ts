/** The languages of the product with their tags for `lang` attributes; the first is the default. */
export const localeTags = { zh: 'zh-CN', en: 'en' } as const

export type Locale = keyof typeof localeTags

export const locales = Object.keys(localeTags) as [Locale, ...Locale[]]
export const defaultLocale: Locale = locales[0]

/** The locale that any spelling of a language tag begins with (`en`, `zh_CN`); undefined for other languages (OP-127). */
export function parseLocale(tag: string | null | undefined): Locale | undefined {
	const [language] = /^[a-z]+(?![a-z\d])/i.exec(tag ?? '') ?? []
	return locales.find(locale => locale === language?.toLowerCase())
}

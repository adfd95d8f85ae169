/** The languages of the product with their tags for `lang` attributes; the first is the default. */
export const localeTags = { zh: 'zh-CN', en: 'en' } as const

export type Locale = keyof typeof localeTags

export const locales = Object.keys(localeTags) as [Locale, ...Locale[]]
export const defaultLocale: Locale = locales[0]

/** Language settings of a site for people who have chosen no language: one of ours, or the browser's. */
export const siteLanguages = [...locales, 'browser'] as const
export type SiteLanguage = (typeof siteLanguages)[number]

/** Viewers' pages, which use the browser's language if none was chosen (LIVE-40). */
const viewerPaths = ['/liveBroadcast', '/verify', '/noRoom']
export const isViewerPath = (path: string): boolean => viewerPaths.includes(path.replace(/\/$/, ''))

/** The language of a viewer: Chinese if the tag of their browser contains `zh`, English otherwise (LIVE-40). */
export const viewerLocale = (tag: string): Locale => (tag.toLowerCase().includes('zh') ? 'zh' : 'en')

/** The locale that any spelling of a language tag begins with (`en`, `zh_CN`); undefined for other languages (OP-127). */
export function parseLocale(tag: string | null | undefined): Locale | undefined {
	const [language] = /^[a-z]+(?![a-z\d])/i.exec(tag ?? '') ?? []
	return locales.find(locale => locale === language?.toLowerCase())
}

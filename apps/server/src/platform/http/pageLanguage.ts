import { defaultLocale, isViewerPath, type Locale, parseLocale, type SiteLanguage, viewerLocale } from '@parley/core'
import type { FastifyRequest } from 'fastify'

/** In which language a page is served. */
export interface PageLanguage {
	/** That of the site for this browser, which holds wherever nothing else decides. */
	ofSite: Locale
	/** That of the document: on the pages of viewers it is the browser's (LIVE-40). */
	ofDocument: Locale
}

/** @param accepted `Accept-Language`, in which browsers name the language people prefer first */
export function pageLanguage(setting: SiteLanguage, path: string, accepted: string | undefined): PageLanguage {
	const tags = (accepted ?? '').split(',').map(tag => tag.split(';', 1)[0]?.trim() ?? '')
	const [first = ''] = tags
	const ofSite = setting === 'browser' ? languageOfBrowser(tags) : setting
	return { ofSite, ofDocument: isViewerPath(path) && first !== '' ? viewerLocale(first) : ofSite }
}

/** The first that we have; English for who names others alone, and the default for who names none. */
function languageOfBrowser(tags: readonly string[]): Locale {
	const ours = tags.map(parseLocale).find(locale => locale !== undefined)
	if (ours) return ours
	return tags.some(tag => /^[a-z]/i.test(tag)) ? 'en' : defaultLocale
}

/** In which the page stores the language a person chose (STORE-03). */
const chosenCookie = 'locale'

/**
 * The language of a page that the server writes: the one chosen here, else as pages of the site are (I18N-02).
 * @param path the page that was to be opened, where that is another one
 */
export const writtenLanguage = (setting: SiteLanguage, { cookies, headers }: FastifyRequest, path = ''): Locale =>
	// What is refused before cookies are parsed has none.
	parseLocale(cookies?.[chosenCookie]) ?? pageLanguage(setting, path, headers['accept-language']).ofDocument

/** What the language of a written page depends on. */
export const languageVary = 'accept-language, cookie'

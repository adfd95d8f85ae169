import { defaultLocale, isViewerPath, type Locale, parseLocale, type SiteLanguage, viewerLocale } from '@parley/core'
import type { FastifyRequest } from 'fastify'

/** The languages a page is served in. */
export interface PageLanguage {
	/** The site's language for this browser, which applies unless something else decides. */
	ofSite: Locale
	/** The document's language: on viewers' pages it is the browser's (LIVE-40). */
	ofDocument: Locale
}

/** @param accepted `Accept-Language`, in which browsers name the language people prefer first */
export function pageLanguage(setting: SiteLanguage, path: string, accepted: string | undefined): PageLanguage {
	const tags = (accepted ?? '').split(',').map(tag => tag.split(';', 1)[0]?.trim() ?? '')
	const [first = ''] = tags
	const ofSite = setting === 'browser' ? languageOfBrowser(tags) : setting
	return { ofSite, ofDocument: isViewerPath(path) && first !== '' ? viewerLocale(first) : ofSite }
}

/** The first supported language; English if only others are named, the default if none is. */
function languageOfBrowser(tags: readonly string[]): Locale {
	const ours = tags.map(parseLocale).find(locale => locale !== undefined)
	if (ours) return ours
	return tags.some(tag => /^[a-z]/i.test(tag)) ? 'en' : defaultLocale
}

/** Cookie in which the page stores the language a person chose (STORE-03). */
const chosenCookie = 'locale'

/**
 * Language of a page the server writes: the language chosen here, otherwise that of the site's pages (I18N-02).
 * @param path the page that was requested, if it is another one
 */
export const writtenLanguage = (setting: SiteLanguage, { cookies, headers }: FastifyRequest, path = ''): Locale =>
	// Requests refused before cookies are parsed have no cookie.
	parseLocale(cookies?.[chosenCookie]) ?? pageLanguage(setting, path, headers['accept-language']).ofDocument

/** Request headers the language of a written page depends on. */
export const languageVary = 'accept-language, cookie'

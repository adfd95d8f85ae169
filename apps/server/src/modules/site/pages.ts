import { readFileSync } from 'node:fs'
import { type Locale, productNames } from '@parley/core'
import type { PageName, Site } from './store.ts'

const folder = new URL('../../../pages/', import.meta.url)

/** The agreement text that ships with the product, with the brand and telephone of the site filled in. */
export function defaultPage(name: PageName, language: Locale, { name: siteName, settings }: DefaultFor): string {
	const text = readFileSync(new URL(`${name}.${language}.md`, folder), 'utf8')
	return text
		.replaceAll(/ ?\{site\} ?/g, around => named(around, brandOf(siteName, settings, language), language))
		.replaceAll('{telephone}', () => settings.telephone)
}

/** With the space that stands around it where it is needed: not between a Chinese name and Chinese words. */
const named = (around: string, brand: string, language: Locale): string => {
	const spaced = around.replace('{site}', () => brand)
	return language === 'zh' ? spaced.replace(/^ (?=\p{Script=Han})|(?<=\p{Script=Han}) $/gu, '') : spaced
}

/** Name shown on the pages of the site: its own product name, else that of the product; for a neutral site, the site's name. */
const brandOf = (siteName: string, { productName, neutral }: DefaultFor['settings'], language: Locale): string =>
	productName || (neutral ? siteName : productNames[language])

type DefaultFor = Pick<Site, 'name'> & { settings: Pick<Site['settings'], 'productName' | 'neutral' | 'telephone'> }

import { readFileSync } from 'node:fs'
import type { Locale } from '@parley/core'
import type { PageName, Site } from './store.ts'

const folder = new URL('../../../pages/', import.meta.url)

/** The agreement text that ships with the product, with the name and telephone of the site filled in. */
export function defaultPage(name: PageName, language: Locale, { name: siteName, settings }: DefaultFor): string {
	const text = readFileSync(new URL(`${name}.${language}.md`, folder), 'utf8')
	return text
		.replaceAll('{site}', () => settings.productName || siteName)
		.replaceAll('{telephone}', () => settings.telephone)
}

type DefaultFor = Pick<Site, 'name'> & { settings: Pick<Site['settings'], 'productName' | 'telephone'> }

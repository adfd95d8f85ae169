import { readFile } from 'node:fs/promises'
import { defaultPage, type PageLanguage, type PageName, pageNames } from '../modules/site/index.ts'
import { type House, siteNamed } from './house.ts'
import { fault, type Outcome, said } from './surroundings.ts'
import { table } from './table.ts'

interface Which {
	host: string
	name: PageName
	language: PageLanguage
}

const longest = 200_000

/** The text of a file, or what stands on standard input. */
export const textOf = (file: string, readInput: () => Promise<string>): Promise<string> =>
	file === '-' ? readInput() : readFile(file, 'utf8')

export async function listPages(house: House, host: string): Promise<Outcome> {
	const site = await siteNamed(house, host)
	if (!site.ok) return site
	const rows: string[][] = []
	for (const name of pageNames) {
		for (const language of ['zh', 'en'] as const) {
			const own = await house.sites.findPage(site.value.id, name, language)
			rows.push([name, language, own === undefined ? 'as shipped' : `written, ${own.length} characters`])
		}
	}
	return said(...table([['PAGE', 'LANGUAGE', 'TEXT'], ...rows]))
}

export async function showPage(house: House, { host, name, language }: Which): Promise<Outcome> {
	const site = await siteNamed(house, host)
	if (!site.ok) return site
	const own = await house.sites.findPage(site.value.id, name, language)
	return said(own ?? defaultPage(name, language, site.value))
}

export async function writePage(house: House, { host, name, language }: Which, text: string): Promise<Outcome> {
	const site = await siteNamed(house, host)
	if (!site.ok) return site
	const markdown = text.trim()
	if (markdown === '') return fault('The text is empty. To go back to the one the product ships, use --reset')
	if (markdown.length > longest) return fault(`The text has more than ${longest} characters`)
	await house.sites.savePage({ siteId: site.value.id, name, language, markdown }, house.clock.now())
	return said(`${site.value.host}: ${name} (${language}) written. It is shown from now on.`)
}

export async function resetPage(house: House, { host, name, language }: Which): Promise<Outcome> {
	const site = await siteNamed(house, host)
	if (!site.ok) return site
	await house.sites.removePage(site.value.id, name, language)
	return said(`${site.value.host}: ${name} (${language}) is the text the product ships.`)
}

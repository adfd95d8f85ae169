import { readFile } from 'node:fs/promises'
import { type Locale, locales } from '@parley/core'
import { defaultPage, type PageName, pageNames } from '../modules/site/index.ts'
import { type AdminContext, findSite } from './adminContext.ts'
import { type CommandResult, failure, success } from './adminEnvironment.ts'
import { table } from './table.ts'

interface PageKey {
	host: string
	name: PageName
	language: Locale
}

const maxLength = 200_000

/** Reads a file, or standard input for `-`. */
export const readText = (file: string, readInput: () => Promise<string>): Promise<string> =>
	file === '-' ? readInput() : readFile(file, 'utf8')

export async function listPages(context: AdminContext, host: string): Promise<CommandResult> {
	const site = await findSite(context, host)
	if (!site.ok) return site
	const rows: string[][] = []
	for (const name of pageNames) {
		for (const language of locales) {
			const own = await context.sites.findPage(site.value.id, name, language)
			rows.push([name, language, own === undefined ? 'as shipped' : `written, ${own.length} characters`])
		}
	}
	return success(...table([['PAGE', 'LANGUAGE', 'TEXT'], ...rows]))
}

export async function showPage(context: AdminContext, { host, name, language }: PageKey): Promise<CommandResult> {
	const site = await findSite(context, host)
	if (!site.ok) return site
	const own = await context.sites.findPage(site.value.id, name, language)
	return success(own ?? defaultPage(name, language, site.value))
}

export async function writePage(
	context: AdminContext,
	{ host, name, language }: PageKey,
	text: string,
): Promise<CommandResult> {
	const site = await findSite(context, host)
	if (!site.ok) return site
	const markdown = text.trim()
	if (markdown === '') return failure('The text is empty. To restore the default text, use --reset')
	if (markdown.length > maxLength) return failure(`The text has more than ${maxLength} characters`)
	await context.sites.savePage({ siteId: site.value.id, name, language, markdown }, context.clock.now())
	return success(`${site.value.host}: ${name} (${language}) saved. It is shown from now on.`)
}

export async function resetPage(context: AdminContext, { host, name, language }: PageKey): Promise<CommandResult> {
	const site = await findSite(context, host)
	if (!site.ok) return site
	await context.sites.removePage(site.value.id, name, language)
	return success(`${site.value.host}: ${name} (${language}) uses the default text.`)
}

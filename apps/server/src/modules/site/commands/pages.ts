import { type Locale, locales } from '@parley/core'
import { type CommandContext, type CommandResult, failure, success } from '../../../platform/command.ts'
import { table } from '../../../platform/table.ts'
import { findSite } from '../findSite.ts'
import { defaultPage } from '../pages.ts'
import { createSqlSiteStore } from '../store.sql.ts'
import { type PageName, pageNames } from '../store.ts'

interface PageKey {
	host: string
	name: PageName
	language: Locale
}

const maxLength = 200_000

export async function listPages(context: CommandContext, host: string): Promise<CommandResult> {
	const site = await findSite(context, host)
	if (!site.ok) return site
	const sites = createSqlSiteStore(context.db)
	const rows: string[][] = []
	for (const name of pageNames) {
		for (const language of locales) {
			const own = await sites.findPage(site.value.id, name, language)
			rows.push([name, language, own === undefined ? 'as shipped' : `written, ${own.length} characters`])
		}
	}
	return success(...table([['PAGE', 'LANGUAGE', 'TEXT'], ...rows]))
}

export async function showPage(context: CommandContext, { host, name, language }: PageKey): Promise<CommandResult> {
	const site = await findSite(context, host)
	if (!site.ok) return site
	const own = await createSqlSiteStore(context.db).findPage(site.value.id, name, language)
	return success(own ?? defaultPage(name, language, site.value))
}

export async function writePage(
	context: CommandContext,
	{ host, name, language }: PageKey,
	text: string,
): Promise<CommandResult> {
	const site = await findSite(context, host)
	if (!site.ok) return site
	const markdown = text.trim()
	if (markdown === '') return failure('The text is empty. To restore the default text, use --reset')
	if (markdown.length > maxLength) return failure(`The text has more than ${maxLength} characters`)
	await createSqlSiteStore(context.db).savePage(
		{ siteId: site.value.id, name, language, markdown },
		context.clock.now(),
	)
	return success(`${site.value.host}: ${name} (${language}) saved. It is shown from now on.`)
}

export async function resetPage(context: CommandContext, { host, name, language }: PageKey): Promise<CommandResult> {
	const site = await findSite(context, host)
	if (!site.ok) return site
	await createSqlSiteStore(context.db).removePage(site.value.id, name, language)
	return success(`${site.value.host}: ${name} (${language}) uses the default text.`)
}

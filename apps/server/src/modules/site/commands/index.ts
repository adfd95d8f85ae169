import { defaultLocale, locales } from '@parley/core'
import { Option } from 'commander'
import { type AddCommands, commandGroup, failure, readText } from '../../../platform/command.ts'
import { pageNames } from '../store.ts'
import { listPages, resetPage, showPage, writePage } from './pages.ts'
import { createSite, listSites, setSite, shellSecret } from './sites.ts'

/** Adds `parley site …`. */
export const addSiteCommands: AddCommands = (parley, { environment, withContext }) => {
	const site = commandGroup(parley, 'site').description('sites, each with a host name of its own')
	site
		.command('create <host>')
		.description('create a site for a host name')
		.option('--name <name>', 'name people see (default: the host name)')
		.option('--set <name=value...>', 'settings that differ from the defaults')
		.action((host, { name, set = [] }) => withContext(context => createSite(context, { host, name, set })))
	site
		.command('list')
		.description('list all sites and their changed settings')
		.action(() => withContext(listSites))
	site
		.command('set <host> <name=value...>')
		.description('change settings of a site')
		.action((host, assignments) => withContext(context => setSite(context, host, assignments)))
	site
		.command('secret <host>')
		.description('print the secret with which the shell of a site signs identities; created on first use')
		.option('--renew', 'create a new secret; signatures with the old one become invalid')
		.action((host, { renew = false }) => withContext(context => shellSecret(context, host, renew)))
	site
		.command('page <host>')
		.description('show, set or reset an agreement page; without a name, list the custom ones')
		.addOption(new Option('--name <name>', 'which page').choices(pageNames))
		.addOption(new Option('--language <language>', 'in which language').choices(locales).default(defaultLocale))
		.option('--file <page.md>', 'the new text in Markdown; - for standard input')
		.option('--reset', 'restore the default text')
		.action((host, { name, language, file, reset = false }) =>
			withContext(async context => {
				if (name === undefined) {
					return file === undefined && !reset ? await listPages(context, host) : failure('Name the page with --name')
				}
				const which = { host, name, language }
				if (reset) return await resetPage(context, which)
				if (file === undefined) return await showPage(context, which)
				return await writePage(context, which, await readText(file, environment.readInput))
			}),
		)
}

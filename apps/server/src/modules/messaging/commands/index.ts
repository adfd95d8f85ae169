import { type AddCommands, commandGroup, readText } from '../../../platform/command.ts'
import { siteOption } from '../../site/index.ts'
import { showGroupAudit } from './groupAudit.ts'
import { sendNotice } from './notices.ts'
import { addWords, listWords, removeWords, testWords } from './words.ts'

/** Adds `parley group …`, `parley notice` and `parley words …`. */
export const addMessagingCommands: AddCommands = (parley, deps) => {
	addGroups(parley, deps)
	addNotices(parley, deps)
	addWordList(parley, deps)
}

const addGroups: AddCommands = (parley, { withContext }) => {
	const group = commandGroup(parley, 'group').description('groups of messaging')
	group
		.command('audit <gid>')
		.description('list who did what to whom in a group: the newest two hundred')
		.option(...siteOption)
		.action((gid, { site }) => withContext(context => showGroupAudit(context, gid, site)))
}

const addNotices: AddCommands = (parley, { withContext }) => {
	parley
		.command('notice <title> <content>')
		.description('send a notice to a person, a company, the members of a group or a whole site, in messaging')
		.option(...siteOption)
		.option('--person <name>', 'this account')
		.option('--company <name>', 'all current members of this company')
		.option('--group <gid>', 'all current members of this group')
		.option('--everybody', 'all people of the site, including later ones')
		.option('--link <address>', 'its target: a path of the page, or an address')
		.action((title, content, { site, link, ...audience }) =>
			withContext(context =>
				sendNotice(context, {
					notice: { title, content, ...(link !== undefined && { link }) },
					audience,
					host: site,
				}),
			),
		)
}

const addWordList: AddCommands = (parley, { environment, withContext }) => {
	const words = commandGroup(parley, 'words').description('words that messages of a site must not contain')
	words
		.command('list')
		.description('the refused words of a site')
		.option(...siteOption)
		.action(({ site }) => withContext(context => listWords(context, site)))
	words
		.command('add [words...]')
		.description('add words to the list')
		.option(...siteOption)
		.option('--file <words.txt>', 'read words from a file, one per line; - for standard input')
		.action((given, { site, file }) =>
			withContext(async context =>
				addWords(context, site, [
					...given,
					...(file === undefined ? [] : (await readText(file, environment.readInput)).split('\n')),
				]),
			),
		)
	words
		.command('remove [words...]')
		.description('remove words from the list')
		.option(...siteOption)
		.option('--all', 'every word')
		.action((given, { site, all = false }) => withContext(context => removeWords(context, site, all ? 'all' : given)))
	words
		.command('test <text>')
		.description('check whether a text would be refused, and by which word')
		.option(...siteOption)
		.action((text, { site }) => withContext(context => testWords(context, site, text)))
}

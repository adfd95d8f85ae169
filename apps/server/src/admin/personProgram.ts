import { type Command, Option } from 'commander'
import { type CommandDeps, companyOption, countUpTo, siteOption, userType } from './commandDeps.ts'
import { importPeople } from './importPeople.ts'
import { resolvePassword } from './passwords.ts'
import { createPerson, linkPerson, listPeople, resetPassword, unlinkPerson } from './people.ts'
import { parseDepartmentPath } from './peopleFile.ts'
import {
	changeUserType,
	deletePerson,
	disablePerson,
	enablePerson,
	endSessionsOf,
	handOverMeetings,
	movePerson,
	renamePerson,
} from './personChanges.ts'
import { writeSetUpLinks } from './setUpLinks.ts'

const passwordHelp = 'their password, - to read it from standard input (default: one is invented and printed)'
const userTypeHelp = 'user type: 1 ordinary, 5 only scans, 6 sees all meetings, 0 and 7 delete any'
const mostPages = 1_000_000
const mostOnPage = 1_000

const linkDaysHelp = 'days the links are valid'
const mostLinkDays = 90
const usualLinkDays = 14

const linkTarget = (file: string, { print }: CommandDeps['environment']) => ({ file, print })

/** `people-links-20260622-143012345.csv` beside `people.csv`: a new one for each import. */
const linksBeside = (file: string): string => {
	const at = new Date()
		.toISOString()
		.replace(/[-:.Z]/g, '')
		.replace('T', '-')
	return `${file.replace(/\.csv$/i, '')}-links-${at}.csv`
}

/** `parley person …` */
export function addPeople(person: Command, deps: CommandDeps): void {
	addAccounts(person, deps)
	addSignIns(person, deps)
	addChanges(person, deps)
	addImport(person.command('import <people.csv>'), deps)
}

function addAccounts(person: Command, { environment, withContext }: CommandDeps) {
	person
		.command('create <name>')
		.description('make an account in a company')
		.requiredOption(...companyOption)
		.option(...siteOption)
		.option('--display-name <text>', 'name others see (default: the name)')
		.option('--password <password>', passwordHelp)
		.option('--type <number>', userTypeHelp, userType, 1)
		.option('--mobile <number>', 'mobile number, +<country> <number> outside China')
		.addOption(new Option('--source <directory>', 'directory the account comes from').choices(['OA']))
		.action(async (name, { password, type, ...rest }) => {
			const chosen = await resolvePassword(password, environment.readInput)
			const { company, site, displayName, mobile, source } = rest
			await withContext(context =>
				createPerson(context, { name, company, site, displayName, mobile, source, userType: type, ...chosen }),
			)
		})
	person
		.command('list')
		.description('people of a company, a page at a time')
		.requiredOption(...companyOption)
		.option(...siteOption)
		.option('--search <text>', 'those whose login name begins with it or whose display name contains it')
		.option('--page <number>', 'which page', countUpTo(mostPages), 1)
		.option('--after <name>', 'those after this login name, instead of a page')
		.option('--page-size <number>', 'how many are on a page', countUpTo(mostOnPage), 50)
		.action(({ company, site, search, page, after, pageSize }) =>
			withContext(context => listPeople(context, { company, site, search, page, after, pageSize })),
		)
	person
		.command('delete <name>')
		.description('remove an account for good; their complaints, messages and meetings that are over stay, without it')
		.option(...siteOption)
		.option('--successor <name>', 'who hosts their meetings to come (default: who made them; else they are cancelled)')
		.option('--yes', 'really')
		.action((name, { site, successor, yes = false }) =>
			withContext(context => deletePerson(context, { name, site, successor, isConfirmed: yes })),
		)
	person
		.command('hand-over <name> <successor>')
		.description('let a colleague host the meetings to come of somebody who leaves')
		.option(...siteOption)
		.action((name, successor, { site }) => withContext(context => handOverMeetings(context, { name, site, successor })))
}

function addSignIns(person: Command, { environment, withContext }: CommandDeps) {
	person
		.command('password <name>')
		.description('give somebody a new password and end all their sessions')
		.option(...siteOption)
		.option('--password <password>', passwordHelp)
		.action(async (name, { site, password }) => {
			const chosen = await resolvePassword(password, environment.readInput)
			await withContext(context => resetPassword(context, { name, site, ...chosen }))
		})
	person
		.command('disable <name>')
		.description('end all sessions of somebody, who cannot sign in until they are enabled')
		.option(...siteOption)
		.action((name, { site }) => withContext(context => disablePerson(context, { name, site })))
	person
		.command('end-sessions <name>')
		.description('sign somebody out everywhere: pages, rooms and messaging; they may sign in again')
		.option(...siteOption)
		.action((name, { site }) => withContext(context => endSessionsOf(context, { name, site })))
	person
		.command('enable <name>')
		.description('let somebody who was disabled sign in again')
		.option(...siteOption)
		.action((name, { site }) => withContext(context => enablePerson(context, { name, site })))
	person
		.command('set-up-link [names...]')
		.description('make new links with which people choose a password, once; links they had are not valid any more')
		.option('--company <name>', 'for everybody of a company who has no password, instead of names')
		.option(...siteOption)
		.addOption(new Option('--file <links.csv>', 'a new file for them').default('-', 'they are printed'))
		.option('--link-days <days>', linkDaysHelp, countUpTo(mostLinkDays), usualLinkDays)
		.action((names, { company, site, file, linkDays }) =>
			withContext((context, server) =>
				writeSetUpLinks(context, {
					names,
					company,
					site,
					days: linkDays,
					target: linkTarget(file, environment),
					server,
				}),
			),
		)
	person
		.command('link <name>')
		.description('say who somebody is in the workplace app, so that they sign in by it')
		.option(...siteOption)
		.requiredOption('--workplace <openid>', 'what the workplace app calls them')
		.action((name, { site, workplace }) =>
			withContext(context => linkPerson(context, { name, site, openid: workplace })),
		)
	person
		.command('unlink <name>')
		.description('take the workplace app off somebody')
		.option(...siteOption)
		.action((name, { site }) => withContext(context => unlinkPerson(context, { name, site })))
}

function addChanges(person: Command, { withContext }: CommandDeps) {
	const memberCompany = ['--company <name>', 'name or id of the company (default: their only one)'] as const
	person
		.command('rename <name>')
		.description('change what somebody signs in with, or what others see of them')
		.option(...siteOption)
		.option('--name <name>', 'the new login name')
		.option('--display-name <text>', 'the new name others see')
		.action((name, { site, name: newName, displayName: newDisplayName }) =>
			withContext(context => renamePerson(context, { name, site, newName, newDisplayName })),
		)
	person
		.command('type <name>')
		.description('change the rights of somebody in a company')
		.argument('<number>', userTypeHelp, userType)
		.option(...memberCompany)
		.option(...siteOption)
		.action((name, type, { company, site }) =>
			withContext(context => changeUserType(context, { name, company, site, userType: type })),
		)
	person
		.command('move <name> [department]')
		.description('put somebody into one department, such as R&D/Platform, and no other; without one into none')
		.option(...memberCompany)
		.option(...siteOption)
		.option('--create', 'make the department where there is none')
		.action((name, department = '', { company, site, create = false }) =>
			withContext(context =>
				movePerson(context, { name, company, site, path: parseDepartmentPath(department), isNew: create }),
			),
		)
}

/** `parley person import`, and `parley import` as it was called at first. */
export function addImport(command: Command, { environment, withContext }: CommandDeps): void {
	command
		.description(
			'make the people of a company what a file says: name, display_name, mobile, department (R&D/Platform), type, password',
		)
		.requiredOption(...companyOption)
		.option(...siteOption)
		.option('--dry-run', 'only say what would be done, and what is wrong with the file')
		.option('--check', 'the same')
		.option(
			'--disable-missing [most]',
			'disable people of the company who are not in the file, at most so many (default: a tenth of the company)',
			countUpTo(mostPages),
		)
		.option(
			'--links <links.csv>',
			'new file for the set-up links of new people, - to print them (default: beside the file)',
		)
		.option('--no-links', 'make no links')
		.option('--link-days <days>', linkDaysHelp, countUpTo(mostLinkDays), usualLinkDays)
		.action((file, { company, site, dryRun = false, check = false, disableMissing, links, linkDays }) =>
			withContext((context, server) =>
				importPeople(
					context,
					{
						file,
						company,
						site,
						links: links === false ? undefined : linkTarget(links ?? linksBeside(file), environment),
						linkDays,
						server,
						isDryRun: dryRun || check,
						disableMissing: disableMissing === true ? 'usual' : disableMissing,
					},
					{ report: environment.printError, onInterrupt: environment.onInterrupt },
				),
			),
		)
}

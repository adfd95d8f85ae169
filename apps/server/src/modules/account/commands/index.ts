import { type Command, Option } from 'commander'
import { type AddCommands, type CommandDeps, type CommandResult, commandGroup } from '../../../platform/command.ts'
import { countUpTo, userType } from '../../../platform/commandOptions.ts'
import type { Config } from '../../../platform/config.ts'
import { companyOption } from '../../company/index.ts'
import { siteOption } from '../../site/index.ts'
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
import { createPersonContext, type PersonContext } from './personContext.ts'
import { writeSetUpLinks } from './setUpLinks.ts'

interface PersonDeps extends Pick<CommandDeps, 'environment'> {
	withContext(work: (context: PersonContext, config: Config) => Promise<CommandResult>): Promise<void>
}

const passwordHelp = 'their password, - to read it from standard input (default: generated and printed)'
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

/** Adds `parley person …`, and `parley import`, the former name of `parley person import`. */
export const addPersonCommands: AddCommands = (parley, { environment, withContext }) => {
	const person = commandGroup(parley, 'person').description('people of a company')
	const deps: PersonDeps = {
		environment,
		withContext: work => withContext((context, config) => work(createPersonContext(context), config)),
	}
	addAccounts(person, deps)
	addSignIns(person, deps)
	addChanges(person, deps)
	addImport(person.command('import <people.csv>'), deps)
	addImport(parley.command('import <people.csv>', { hidden: true }), deps)
}

function addAccounts(person: Command, { environment, withContext }: PersonDeps) {
	person
		.command('create <name>')
		.description('create an account in a company')
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
		.description('list the people of a company, by page')
		.requiredOption(...companyOption)
		.option(...siteOption)
		.option('--search <text>', 'people whose login name begins with it or whose display name contains it')
		.option('--page <number>', 'which page', countUpTo(mostPages), 1)
		.option('--after <name>', 'people after this login name, instead of a page')
		.option('--page-size <number>', 'number of people on a page', countUpTo(mostOnPage), 50)
		.action(({ company, site, search, page, after, pageSize }) =>
			withContext(context => listPeople(context, { company, site, search, page, after, pageSize })),
		)
	person
		.command('delete <name>')
		.description('delete an account permanently; complaints, messages and past meetings stay without a name')
		.option(...siteOption)
		.option('--successor <name>', 'new host of their upcoming meetings (default: their creators; otherwise cancelled)')
		.option('--yes', 'really')
		.action((name, { site, successor, yes = false }) =>
			withContext(context => deletePerson(context, { name, site, successor, isConfirmed: yes })),
		)
	person
		.command('hand-over <name> <successor>')
		.description('hand the upcoming meetings of a person who leaves over to a colleague')
		.option(...siteOption)
		.action((name, successor, { site }) => withContext(context => handOverMeetings(context, { name, site, successor })))
}

function addSignIns(person: Command, { environment, withContext }: PersonDeps) {
	person
		.command('password <name>')
		.description('set a new password and end all sessions of a person')
		.option(...siteOption)
		.option('--password <password>', passwordHelp)
		.action(async (name, { site, password }) => {
			const chosen = await resolvePassword(password, environment.readInput)
			await withContext(context => resetPassword(context, { name, site, ...chosen }))
		})
	person
		.command('disable <name>')
		.description('end all sessions of a person, who cannot sign in until they are enabled')
		.option(...siteOption)
		.action((name, { site }) => withContext(context => disablePerson(context, { name, site })))
	person
		.command('end-sessions <name>')
		.description('sign a person out everywhere: pages, rooms and messaging; they can sign in again')
		.option(...siteOption)
		.action((name, { site }) => withContext(context => endSessionsOf(context, { name, site })))
	person
		.command('enable <name>')
		.description('let a disabled person sign in again')
		.option(...siteOption)
		.action((name, { site }) => withContext(context => enablePerson(context, { name, site })))
	person
		.command('set-up-link [names...]')
		.description('create links with which people set a password, once; earlier links become invalid')
		.option('--company <name>', 'for all people of a company without a password, instead of names')
		.option(...siteOption)
		.addOption(new Option('--file <links.csv>', 'new file for the links').default('-', 'printed'))
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
		.description('link a person to their identity in the workplace app, so that they can sign in with it')
		.option(...siteOption)
		.requiredOption('--workplace <openid>', 'their identity in the workplace app')
		.action((name, { site, workplace }) =>
			withContext(context => linkPerson(context, { name, site, openid: workplace })),
		)
	person
		.command('unlink <name>')
		.description('unlink a person from the workplace app')
		.option(...siteOption)
		.action((name, { site }) => withContext(context => unlinkPerson(context, { name, site })))
}

function addChanges(person: Command, { withContext }: PersonDeps) {
	const memberCompany = ['--company <name>', 'name or id of the company (default: their only one)'] as const
	person
		.command('rename <name>')
		.description("change a person's login name or display name")
		.option(...siteOption)
		.option('--name <name>', 'the new login name')
		.option('--display-name <text>', 'the new display name')
		.action((name, { site, name: newName, displayName: newDisplayName }) =>
			withContext(context => renamePerson(context, { name, site, newName, newDisplayName })),
		)
	person
		.command('type <name>')
		.description('change the rights of a person in a company')
		.argument('<number>', userTypeHelp, userType)
		.option(...memberCompany)
		.option(...siteOption)
		.action((name, type, { company, site }) =>
			withContext(context => changeUserType(context, { name, company, site, userType: type })),
		)
	person
		.command('move <name> [department]')
		.description('move a person to one department, such as R&D/Platform; without a department, to none')
		.option(...memberCompany)
		.option(...siteOption)
		.option('--create', 'create the department if it does not exist')
		.action((name, department = '', { company, site, create = false }) =>
			withContext(context =>
				movePerson(context, { name, company, site, path: parseDepartmentPath(department), isNew: create }),
			),
		)
}

function addImport(command: Command, { environment, withContext }: PersonDeps) {
	command
		.description(
			'bring the people of a company in line with a file: name, display_name, mobile, department (R&D/Platform), type, password',
		)
		.requiredOption(...companyOption)
		.option(...siteOption)
		.option('--dry-run', 'only print the changes and the errors of the file')
		.option('--check', 'the same')
		.option(
			'--disable-missing [most]',
			'disable people of the company who are not in the file, up to this number (default: a tenth of the company)',
			countUpTo(mostPages),
		)
		.option(
			'--links <links.csv>',
			'new file for set-up links of new people, - to print them (default: beside the file)',
		)
		.option('--no-links', 'create no links')
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

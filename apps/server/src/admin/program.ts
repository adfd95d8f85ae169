import { defaultLocale, locales } from '@parley/core'
import { Command, CommanderError, Option } from 'commander'
import { pageNames } from '../modules/site/index.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { DatabaseInUseError } from '../platform/serverLock.ts'
import { explainKnownError } from '../platform/startError.ts'
import { withAdminContext } from './adminContext.ts'
import { type AdminEnvironment, type CommandResult, failure } from './adminEnvironment.ts'
import { backUp } from './backup.ts'
import { type CommandDeps, siteOption, userType } from './commandDeps.ts'
import {
	companyTypes,
	createCompany,
	invitePerson,
	listCompanies,
	setCompany,
	showInvitationLink,
} from './companies.ts'
import { listComplaints } from './complaints.ts'
import { closeDemo } from './demo.ts'
import { listKeys, rotateKey } from './fieldKeys.ts'
import { explainFileError } from './fileErrors.ts'
import { showGroupAudit } from './groupAudit.ts'
import { sendNotice } from './notices.ts'
import { listPages, readText, resetPage, showPage, writePage } from './pages.ts'
import { addImport, addPeople } from './personProgram.ts'
import { renewMessages, restore } from './restore.ts'
import { createSite, listSites, setSite, shellSecret } from './sites.ts'
import { addWords, listWords, removeWords, testWords } from './words.ts'

/** Exit codes: 0 success, 1 failure, 2 invalid command or setting. */
const exitFailed = 1
const exitUsage = 2

/** Runs one command and returns its exit code. */
export async function runAdmin(args: readonly string[], environment: AdminEnvironment): Promise<number> {
	let exitCode = 0

	/** Prints the result of a command. */
	const report = (outcome: CommandResult, code = exitFailed) => {
		if (outcome.ok) outcome.value.forEach(environment.print)
		else {
			outcome.failure.forEach(environment.printError)
			exitCode = code
		}
	}
	const withConfig = async (work: (config: Config) => Promise<CommandResult>) => {
		const config = readConfig(environment.environment)
		if (!config.ok) return report(failure(...config.failure.map(line => `Setting ${line}`)), exitUsage)
		report(await work(config.value))
	}
	const withContext: CommandDeps['withContext'] = work =>
		withConfig(config => withAdminContext(config, context => work(context, config)))

	const parley = new Command('parley')
		.description('Administers the Parley of this machine. Settings come from the environment, as for the server.')
		.exitOverride()
		.configureOutput({
			writeOut: text => environment.print(text.trimEnd()),
			writeErr: text => environment.printError(text.trimEnd()),
		})
		.showSuggestionAfterError()
	const shared = { environment, report, withConfig, withContext }
	addSites(parley.command('site').description('sites, each with a host name of its own'), shared)
	addCompanies(parley.command('company').description('companies of a site'), shared)
	addPeople(parley.command('person').description('people of a company'), shared)
	addImport(parley.command('import <people.csv>', { hidden: true }), shared)
	addComplaints(
		parley.command('complaints').description('what people complained about, and problems with lives'),
		shared,
	)
	addGroups(parley.command('group').description('groups of messaging'), shared)
	addNotices(parley, shared)
	addWordList(parley.command('words').description('what nobody may write in messages of a site'), shared)
	addDemo(parley.command('demo').description('the demo data'), shared)
	addKeys(
		parley.command('key').description('the key that encrypts passwords, secrets and numbers in the database'),
		shared,
	)
	addMaintenance(parley, shared)

	try {
		await parley.parseAsync(args, { from: 'user' })
		return exitCode
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitUsage
		environment.printError(`parley: ${reasonOf(error, environment.environment)}`)
		return exitFailed
	}
}

function addSites(site: Command, { environment, withContext }: CommandDeps) {
	site
		.command('create <host>')
		.description('make a site that answers for a host name')
		.option('--name <name>', 'name people see (default: the host name)')
		.option('--set <name=value...>', 'settings that differ from the usual ones')
		.action((host, { name, set = [] }) => withContext(context => createSite(context, { host, name, set })))
	site
		.command('list')
		.description('all sites and the settings they differ in')
		.action(() => withContext(listSites))
	site
		.command('set <host> <name=value...>')
		.description('change settings of a site')
		.action((host, assignments) => withContext(context => setSite(context, host, assignments)))
	site
		.command('secret <host>')
		.description('the secret the shell of a site signs identities with; it is made when it is first asked for')
		.option('--renew', 'a new secret; what is signed with the old one is worth nothing any more')
		.action((host, { renew = false }) => withContext(context => shellSecret(context, host, renew)))
	site
		.command('page <host>')
		.description('show, write or take back an agreement page; without its name, say which are written')
		.addOption(new Option('--name <name>', 'which page').choices(pageNames))
		.addOption(new Option('--language <language>', 'in which language').choices(locales).default(defaultLocale))
		.option('--file <page.md>', 'the new text, in Markdown; - for standard input')
		.option('--reset', 'back to the text the product ships')
		.action((host, { name, language, file, reset = false }) =>
			withContext(async context => {
				if (name === undefined) {
					return file === undefined && !reset ? await listPages(context, host) : failure('Say which page with --name')
				}
				const which = { host, name, language }
				if (reset) return await resetPage(context, which)
				if (file === undefined) return await showPage(context, which)
				return await writePage(context, which, await readText(file, environment.readInput))
			}),
		)
}

function addCompanies(company: Command, { withContext }: CommandDeps) {
	company
		.command('create <name>')
		.description('make a company on a site')
		.option(...siteOption)
		.addOption(new Option('--type <type>', 'kind of company').choices(companyTypes).default('enterprise'))
		.action((name, { site, type }) => withContext(context => createCompany(context, { name, site, type })))
	company
		.command('list')
		.description('companies of a site')
		.option(...siteOption)
		.action(({ site }) => withContext(context => listCompanies(context, site)))
	company
		.command('set <name> <name=value...>')
		.description('change settings of a company')
		.option(...siteOption)
		.action((name, assignments, { site }) => withContext(context => setCompany(context, { name, site, assignments })))
	company
		.command('invite <name>')
		.description('the address of the page that invites people to a company')
		.option(...siteOption)
		.option('--renew', 'a new address; the old one invites nobody any more')
		.action((name, { site, renew = false }) =>
			withContext((context, server) => showInvitationLink(context, { name, site, renew, server })),
		)
	company
		.command('invite-person <company> <person>')
		.description('ask somebody with an account on the site to be in a company, too')
		.option(...siteOption)
		.option('--type <number>', 'user type they get there, as for a new person', userType, 1)
		.option('--withdraw', 'take the invitation back instead')
		.action((company, person, { site, type, withdraw = false }) =>
			withContext(context => invitePerson(context, { company, person, site, userType: type, isWithdrawn: withdraw })),
		)
}

function addComplaints(complaints: Command, { withContext }: CommandDeps) {
	complaints
		.command('list')
		.description('the newest two hundred of a site')
		.option(...siteOption)
		.action(({ site }) => withContext(context => listComplaints(context, site)))
}

function addGroups(group: Command, { withContext }: CommandDeps) {
	group
		.command('audit <gid>')
		.description('who did what to whom in a group: the newest two hundred')
		.option(...siteOption)
		.action((gid, { site }) => withContext(context => showGroupAudit(context, gid, site)))
}

function addNotices(parley: Command, { withContext }: CommandDeps) {
	parley
		.command('notice <title> <content>')
		.description('tell a person, a company, the members of a group or everybody of a site something, in messaging')
		.option(...siteOption)
		.option('--person <name>', 'this account')
		.option('--company <name>', 'everybody who is in this company now')
		.option('--group <gid>', 'everybody who is in this group now')
		.option('--everybody', 'everybody of the site, also who comes later')
		.option('--link <address>', 'where it leads: a path of the page, or an address')
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

function addWordList(words: Command, { environment, withContext }: CommandDeps) {
	words
		.command('list')
		.description('the refused words of a site')
		.option(...siteOption)
		.action(({ site }) => withContext(context => listWords(context, site)))
	words
		.command('add [words...]')
		.description('refuse these words, too')
		.option(...siteOption)
		.option('--file <words.txt>', 'those of a file, one a line; - for standard input')
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
		.description('allow these words again')
		.option(...siteOption)
		.option('--all', 'every word')
		.action((given, { site, all = false }) => withContext(context => removeWords(context, site, all ? 'all' : given)))
	words
		.command('test <text>')
		.description('say whether a text would be refused, and by which word')
		.option(...siteOption)
		.action((text, { site }) => withContext(context => testWords(context, site, text)))
}

function addDemo(demo: Command, { withContext }: CommandDeps) {
	demo
		.command('close')
		.description('take the password that everybody knows from the demo people, and sign them out')
		.action(() => withContext(closeDemo))
}

function addKeys(key: Command, { withConfig }: CommandDeps) {
	key
		.command('list')
		.description('the keys of the data folder, and which one is in use')
		.action(() => withConfig(listKeys))
	key
		.command('rotate')
		.description('encrypt everything with a new key; the server must be stopped')
		.option('--forget-old', 'remove the old keys, too: backups made before cannot be read any more')
		.action(({ forgetOld = false }) => withConfig(config => rotateKey(config, forgetOld)))
}

function addMaintenance(parley: Command, { environment, report, withConfig }: CommandDeps) {
	parley
		.command('doctor')
		.description('say what is missing for the server to run')
		.action(async () => {
			// It needs every noun, which the other commands would load for nothing.
			const { findingLines, runDiagnostics } = await import('./doctor.ts')
			const findings = await runDiagnostics(environment)
			const problems = findings.filter(finding => finding.remedy !== undefined).length
			findingLines(findings).forEach(environment.print)
			if (problems > 0) report(failure(problems === 1 ? '1 problem' : `${problems} problems`))
		})
	parley
		.command('backup <file>')
		.description(
			'write database (PostgreSQL too) and files into one .tar.gz, without the keys of this machine; the server may run',
		)
		.action(file => withConfig(config => backUp(config, file, environment)))
	parley
		.command('restore <file>')
		.description('put a backup into the data folder, and into an empty PostgreSQL; the server must be stopped')
		.option('--force', 'also where the data folder is not empty: what is there is set aside')
		.action((file, { force = false }) =>
			withConfig(config => restore(config, file, { isForced: force, environment: environment.environment })),
		)
	parley
		.command('renew-messages')
		.description(
			'let clients of messaging read anew, after PostgreSQL was restored by hand; the server must be stopped',
		)
		.action(() => withConfig(renewMessages))
}

/** One line for the terminal; failed connections have only a code. */
function reasonOf(error: unknown, settings: AdminEnvironment['environment']): string {
	const { message, code, errstr } = error as { message?: string; code?: string; errstr?: string }
	if (errstr === 'database is locked') return 'the database is busy; try again'
	if (error instanceof DatabaseInUseError) return `the server is running on ${error.place}: stop it first`
	const config = readConfig(settings)
	const known = explainFileError(error) ?? (config.ok ? explainKnownError(error, config.value) : undefined)
	const [firstLine = ''] = (message || code || String(error)).split('\n')
	return known ?? firstLine
}

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
	addComplaints(parley.command('complaints').description('complaints, and problems with lives'), shared)
	addGroups(parley.command('group').description('groups of messaging'), shared)
	addNotices(parley, shared)
	addWordList(parley.command('words').description('words that messages of a site must not contain'), shared)
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

function addCompanies(company: Command, { withContext }: CommandDeps) {
	company
		.command('create <name>')
		.description('create a company on a site')
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
		.description("print the address of a company's invitation page")
		.option(...siteOption)
		.option('--renew', 'create a new address; the old one becomes invalid')
		.action((name, { site, renew = false }) =>
			withContext((context, server) => showInvitationLink(context, { name, site, renew, server })),
		)
	company
		.command('invite-person <company> <person>')
		.description('invite a person with an account on the site to another company')
		.option(...siteOption)
		.option('--type <number>', 'their user type there, as for a new person', userType, 1)
		.option('--withdraw', 'withdraw the invitation instead')
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
		.description('list who did what to whom in a group: the newest two hundred')
		.option(...siteOption)
		.action((gid, { site }) => withContext(context => showGroupAudit(context, gid, site)))
}

function addNotices(parley: Command, { withContext }: CommandDeps) {
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

function addWordList(words: Command, { environment, withContext }: CommandDeps) {
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

function addDemo(demo: Command, { withContext }: CommandDeps) {
	demo
		.command('close')
		.description('remove the published password from the demo people, and sign them out')
		.action(() => withContext(closeDemo))
}

function addKeys(key: Command, { withConfig }: CommandDeps) {
	key
		.command('list')
		.description('list the keys of the data folder, and the one in use')
		.action(() => withConfig(listKeys))
	key
		.command('rotate')
		.description('encrypt everything with a new key; the server must be stopped')
		.option('--forget-old', 'also remove the old keys: older backups become unreadable')
		.action(({ forgetOld = false }) => withConfig(config => rotateKey(config, forgetOld)))
}

function addMaintenance(parley: Command, { environment, report, withConfig }: CommandDeps) {
	parley
		.command('doctor')
		.description('check everything the server needs to run')
		.action(async () => {
			// Loaded on demand: it needs every noun, which the other commands don't.
			const { findingLines, runDiagnostics } = await import('./doctor.ts')
			const findings = await runDiagnostics(environment)
			const problems = findings.filter(finding => finding.remedy !== undefined).length
			findingLines(findings).forEach(environment.print)
			if (problems > 0) report(failure(problems === 1 ? '1 problem' : `${problems} problems`))
		})
	parley
		.command('backup <file>')
		.description(
			'write database (PostgreSQL too) and files into one .tar.gz, without the keys of this machine; the server may be running',
		)
		.action(file => withConfig(config => backUp(config, file, environment)))
	parley
		.command('restore <file>')
		.description('put a backup into the data folder, and into an empty PostgreSQL; the server must be stopped')
		.option('--force', 'replace a non-empty data folder; its contents are set aside')
		.action((file, { force = false }) =>
			withConfig(config => restore(config, file, { isForced: force, environment: environment.environment })),
		)
	parley
		.command('renew-messages')
		.description(
			'make messaging clients load everything again after PostgreSQL was restored by hand; the server must be stopped',
		)
		.action(() => withConfig(renewMessages))
}

/** Formats an error as one line for the terminal; failed connections have only a code. */
function reasonOf(error: unknown, settings: AdminEnvironment['environment']): string {
	const { message, code, errstr } = error as { message?: string; code?: string; errstr?: string }
	if (errstr === 'database is locked') return 'the database is busy; try again'
	if (error instanceof DatabaseInUseError) return `the server is running on ${error.place}: stop it first`
	const config = readConfig(settings)
	const known = explainFileError(error) ?? (config.ok ? explainKnownError(error, config.value) : undefined)
	const [firstLine = ''] = (message || code || String(error)).split('\n')
	return known ?? firstLine
}

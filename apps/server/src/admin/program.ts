import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { pageNames } from '../modules/site/index.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { backUp } from './backup.ts'
import { companyTypes, createCompany, invitePerson, inviteTo, listCompanies } from './companies.ts'
import { listComplaints } from './complaints.ts'
import { examine, findingLines } from './doctor.ts'
import { type House, inHouse } from './house.ts'
import { importPeople } from './importPeople.ts'
import { listPages, resetPage, showPage, textOf, writePage } from './pages.ts'
import { passwordFrom } from './passwords.ts'
import { createPerson, linkPerson, listPeople, resetPassword, unlinkPerson } from './people.ts'
import { restore } from './restore.ts'
import { createSite, listSites, setSite, shellSecret } from './sites.ts'
import { fault, type Outcome, type Surroundings } from './surroundings.ts'

/** Exit codes: 0 done, 1 refused or failed, 2 a command or setting that cannot be understood. */
const failed = 1
const misunderstood = 2

/** Runs one command and answers its exit code. */
export async function runAdmin(args: readonly string[], around: Surroundings): Promise<number> {
	let exitCode = 0

	/** Says what came out of a command. */
	const report = (outcome: Outcome, code = failed) => {
		if (outcome.ok) outcome.value.forEach(around.say)
		else {
			outcome.failure.forEach(around.complain)
			exitCode = code
		}
	}
	const withConfig = async (work: (config: Config) => Promise<Outcome>) => {
		const config = readConfig(around.environment)
		if (!config.ok) return report(fault(...config.failure.map(line => `Setting ${line}`)), misunderstood)
		report(await work(config.value))
	}
	const withHouse: Shared['withHouse'] = work => withConfig(config => inHouse(config, house => work(house, config)))

	const parley = new Command('parley')
		.description('Administers the Parley of this machine. Settings come from the environment, as for the server.')
		.exitOverride()
		.configureOutput({
			writeOut: text => around.say(text.trimEnd()),
			writeErr: text => around.complain(text.trimEnd()),
		})
		.showSuggestionAfterError()
	const shared = { around, report, withConfig, withHouse }
	addSites(parley.command('site').description('sites, each with a host name of its own'), shared)
	addCompanies(parley.command('company').description('companies of a site'), shared)
	addPeople(parley.command('person').description('people of a company'), shared)
	addImport(parley, shared)
	addComplaints(parley.command('complaints').description('what people complained about'), shared)
	addUpkeep(parley, shared)

	try {
		await parley.parseAsync(args, { from: 'user' })
		return exitCode
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : misunderstood
		around.complain(`parley: ${reasonOf(error)}`)
		return failed
	}
}

interface Shared {
	around: Surroundings
	report(outcome: Outcome): void
	withConfig(work: (config: Config) => Promise<Outcome>): Promise<void>
	withHouse(work: (house: House, config: Config) => Promise<Outcome>): Promise<void>
}

const siteOption = ['--site <host>', 'host name of the site (default: the default site)'] as const
const companyOption = ['--company <name>', 'name or id of the company'] as const

function addSites(site: Command, { around, withHouse }: Shared) {
	site
		.command('create <host>')
		.description('make a site that answers for a host name')
		.option('--name <name>', 'name people see (default: the host name)')
		.option('--set <name=value...>', 'settings that differ from the usual ones')
		.action((host, { name, set = [] }) => withHouse(house => createSite(house, { host, name, set })))
	site
		.command('list')
		.description('all sites and the settings they differ in')
		.action(() => withHouse(listSites))
	site
		.command('set <host> <name=value...>')
		.description('change settings of a site')
		.action((host, assignments) => withHouse(house => setSite(house, host, assignments)))
	site
		.command('secret <host>')
		.description('the secret the shell of a site signs identities with; it is made when it is first asked for')
		.option('--renew', 'a new secret; what is signed with the old one is worth nothing any more')
		.action((host, { renew = false }) => withHouse(house => shellSecret(house, host, renew)))
	site
		.command('page <host>')
		.description('show, write or take back an agreement page; without its name, say which are written')
		.addOption(new Option('--name <name>', 'which page').choices(pageNames))
		.addOption(new Option('--language <language>', 'in which language').choices(['zh', 'en']).default('zh'))
		.option('--file <page.md>', 'the new text, in Markdown; - for standard input')
		.option('--reset', 'back to the text the product ships')
		.action((host, { name, language, file, reset = false }) =>
			withHouse(async house => {
				if (name === undefined) {
					return file === undefined && !reset ? await listPages(house, host) : fault('Say which page with --name')
				}
				const which = { host, name, language }
				if (reset) return await resetPage(house, which)
				if (file === undefined) return await showPage(house, which)
				return await writePage(house, which, await textOf(file, around.readInput))
			}),
		)
}

function addCompanies(company: Command, { withHouse }: Shared) {
	company
		.command('create <name>')
		.description('make a company on a site')
		.option(...siteOption)
		.addOption(new Option('--type <type>', 'kind of company').choices(companyTypes).default('enterprise'))
		.action((name, { site, type }) => withHouse(house => createCompany(house, { name, site, type })))
	company
		.command('list')
		.description('companies of a site')
		.option(...siteOption)
		.action(({ site }) => withHouse(house => listCompanies(house, site)))
	company
		.command('invite <name>')
		.description('the address of the page that invites people to a company')
		.option(...siteOption)
		.option('--renew', 'a new address; the old one invites nobody any more')
		.action((name, { site, renew = false }) =>
			withHouse((house, { publicUrl }) => inviteTo(house, { name, site, renew, publicUrl })),
		)
	company
		.command('invite-person <company> <person>')
		.description('ask somebody with an account on the site to be in a company, too')
		.option(...siteOption)
		.option('--type <number>', 'user type they get there, as for a new person', userType, 1)
		.option('--withdraw', 'take the invitation back instead')
		.action((company, person, { site, type, withdraw = false }) =>
			withHouse(house => invitePerson(house, { company, person, site, userType: type, isWithdrawn: withdraw })),
		)
}

function addPeople(person: Command, { around, withHouse }: Shared) {
	const passwordHelp = 'their password, - to read it from standard input (default: one is invented and printed)'
	person
		.command('create <name>')
		.description('make an account in a company')
		.requiredOption(...companyOption)
		.option(...siteOption)
		.option('--display-name <text>', 'name others see (default: the name)')
		.option('--password <password>', passwordHelp)
		.option('--type <number>', 'user type: 0 and 7 delete any meeting, 6 sees all, 5 only scans', userType, 1)
		.option('--mobile <number>', 'mobile number, +<country> <number> outside China')
		.addOption(new Option('--source <directory>', 'directory the account comes from').choices(['OA']))
		.action(async (name, { password, type, ...rest }) => {
			const chosen = await passwordFrom(password, around.readInput)
			const { company, site, displayName, mobile, source } = rest
			await withHouse(house =>
				createPerson(house, { name, company, site, displayName, mobile, source, userType: type, ...chosen }),
			)
		})
	person
		.command('list')
		.description('people of a company')
		.requiredOption(...companyOption)
		.option(...siteOption)
		.action(({ company, site }) => withHouse(house => listPeople(house, { company, site })))
	person
		.command('password <name>')
		.description('give somebody a new password and end all their sessions')
		.option(...siteOption)
		.option('--password <password>', passwordHelp)
		.action(async (name, { site, password }) => {
			const chosen = await passwordFrom(password, around.readInput)
			await withHouse(house => resetPassword(house, { name, site, ...chosen }))
		})
	person
		.command('link <name>')
		.description('say who somebody is in the workplace app, so that they sign in by it')
		.option(...siteOption)
		.requiredOption('--workplace <openid>', 'what the workplace app calls them')
		.action((name, { site, workplace }) => withHouse(house => linkPerson(house, { name, site, openid: workplace })))
	person
		.command('unlink <name>')
		.description('take the workplace app off somebody')
		.option(...siteOption)
		.action((name, { site }) => withHouse(house => unlinkPerson(house, { name, site })))
}

function addImport(parley: Command, { withHouse }: Shared) {
	parley
		.command('import <people.csv>')
		.description('import people and departments: name, display_name, password, mobile, department (R&D/Platform)')
		.requiredOption(...companyOption)
		.option(...siteOption)
		.option('--check', 'only say what is wrong with the file')
		.action((file, { company, site, check = false }) =>
			withHouse(house => importPeople(house, { file, company, site, isTrial: check })),
		)
}

function addComplaints(complaints: Command, { withHouse }: Shared) {
	complaints
		.command('list')
		.description('the newest two hundred of a site')
		.option(...siteOption)
		.action(({ site }) => withHouse(house => listComplaints(house, site)))
}

function addUpkeep(parley: Command, { around, report, withConfig }: Shared) {
	parley
		.command('doctor')
		.description('say what is missing for the server to run')
		.action(async () => {
			const findings = await examine(around)
			const problems = findings.filter(finding => finding.remedy !== undefined).length
			findingLines(findings).forEach(around.say)
			if (problems > 0) report(fault(problems === 1 ? '1 problem' : `${problems} problems`))
		})
	parley
		.command('backup <file>')
		.description('write database, secrets and certificates into one .tar.gz; the server may run')
		.action(file => withConfig(config => backUp(config, file)))
	parley
		.command('restore <file>')
		.description('put a backup into the data folder; the server must be stopped')
		.option('--force', 'also where the data folder is not empty: what is there is set aside')
		.action((file, { force = false }) => withConfig(config => restore(config, file, force)))
}

function userType(text: string): number {
	if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It is a number such as 1.')
	return Number(text)
}

/** One line a person can act on; a failed connection hides its reason in a code. */
function reasonOf(error: unknown): string {
	const { message, code, errstr } = error as { message?: string; code?: string; errstr?: string }
	if (errstr === 'database is locked') return 'the database is busy; try again'
	return (message || code || String(error)).split('\n')[0] ?? ''
}

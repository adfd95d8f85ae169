import { Command, CommanderError } from 'commander'
import { addDemoCommands } from '../demo/commands.ts'
import { nounCommands } from '../modules/nounCommands.ts'
import { type CommandDeps, type CommandEnvironment, type CommandResult, failure } from '../platform/command.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { explainFileError } from '../platform/fileErrors.ts'
import { DatabaseInUseError } from '../platform/serverLock.ts'
import { explainKnownError } from '../platform/startError.ts'
import { backUp } from './backup.ts'
import { withCommandContext } from './commandContext.ts'
import { listKeys, rotateKey } from './fieldKeys.ts'
import { migrateDatabase } from './migrateDatabase.ts'
import { moveBlobs } from './moveBlobs.ts'
import { moveDatabase } from './moveDatabase.ts'
import { addProbe } from './probe/probeCommand.ts'
import { renewMessages, restore } from './restore.ts'

/** Exit codes: 0 success, 1 failure, 2 invalid command or setting. */
const exitFailed = 1
const exitUsage = 2

/** Runs one command and returns its exit code. */
export async function runAdmin(args: readonly string[], environment: CommandEnvironment): Promise<number> {
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
		withConfig(config => withCommandContext(config, context => work(context, config)))

	const parley = new Command('parley')
		.description('Administers the Parley of this machine. Settings come from the environment, as for the server.')
		.exitOverride()
		.configureOutput({
			writeOut: text => environment.print(text.trimEnd()),
			writeErr: text => environment.printError(text.trimEnd()),
		})
		.showSuggestionAfterError()
	const shared = { environment, report, withConfig, withContext }
	for (const add of nounCommands) add(parley, shared)
	addDemoCommands(parley, shared)
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
		.option('--nodes', 'check only the servers of the database: whether each answers, and reaches database and Redis')
		.action(async ({ nodes = false }) => {
			// The doctor is loaded on demand, because it needs every noun; other commands need one.
			const { diagnoseNodes, findingLines, runDiagnostics } = await import('./doctor.ts')
			const findings = await (nodes ? diagnoseNodes : runDiagnostics)(environment)
			const problems = findings.filter(finding => finding.remedy !== undefined).length
			findingLines(findings).forEach(environment.print)
			if (problems > 0) report(failure(problems === 1 ? '1 problem' : `${problems} problems`))
		})
	addProbe(parley, async (url, options) => {
		// Loaded on demand, with the media library.
		const { runProbe } = await import('./probe/runProbe.ts')
		report(await runProbe(url, options, environment))
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
		.command('move-database <to>')
		.description(
			'copy everything to PostgreSQL (postgres://…), or from it to the file of the data folder (sqlite); the server must be stopped',
		)
		.option('--start-again', 'delete everything in the target first')
		.action((to, { startAgain = false }) => withConfig(config => moveDatabase(config, to, { startAgain, environment })))
	parley
		.command('blobs')
		.description('pictures, files of chats and recordings')
		.command('move <to>')
		.description('copy them to the object store of the settings (s3), or from there to the data folder (disk)')
		.option('--delete', 'delete each one from where it was, once its copy has been read')
		.action((to, { delete: deletes = false }) => withConfig(config => moveBlobs(config, to, { deletes, environment })))
	parley
		.command('migrate')
		.description('prepare the database for this version while servers of the previous one run')
		.action(() => withConfig(migrateDatabase))
	parley
		.command('renew-messages')
		.description(
			'make messaging clients load everything again after PostgreSQL was restored by hand; the server must be stopped',
		)
		.action(() => withConfig(renewMessages))
}

/** Formats an error as one line for the terminal; failed connections have only a code. */
function reasonOf(error: unknown, settings: CommandEnvironment['environment']): string {
	const { message, code, errstr } = error as { message?: string; code?: string; errstr?: string }
	if (errstr === 'database is locked') return 'the database is busy; try again'
	if (error instanceof DatabaseInUseError) return `the server is running on ${error.place}: stop it first`
	const config = readConfig(settings)
	const known = explainFileError(error) ?? (config.ok ? explainKnownError(error, config.value) : undefined)
	const [firstLine = ''] = (message || code || String(error)).split('\n')
	return known ?? firstLine
}

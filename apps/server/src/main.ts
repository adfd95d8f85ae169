import { banner } from './banner.ts'
import { demoAccounts } from './demo/index.ts'
import { type Config, readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { DatabaseInUseError } from './platform/serverLock.ts'
import { StartError } from './platform/startError.ts'
import { createServer } from './server.ts'

const stopWithinMs = 10_000

// What is kept is the owner's alone to read.
process.umask(0o077)

const config = readConfig(process.env)
if (config.ok) await run(config.value)
else {
	for (const line of config.failure) console.error(`Setting ${line}`)
	process.exitCode = 2
}

async function run(settings: Config) {
	const log = createLog(settings.logLevel)
	try {
		const server = await createServer(settings, log)
		await server.app.listen(settings.listen)
		log.info({ port: settings.port, database: server.database.kind, pid: process.pid }, 'server started')
		console.log(banner(settings, { demo: server.hasDemo ? demoAccounts : undefined, hasSite: server.hasSite }))
		const stop = stopper(server.stop, log)
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal, 0))
		void server.lockLost.then(() => stop('another server runs on this database', 1))
	} catch (error) {
		const inUse = (error as { code?: string }).code === 'EADDRINUSE'
		if (inUse) console.error(`Port ${settings.port} is taken. Stop what uses it, or choose another: PORT=… npm start`)
		else if (error instanceof DatabaseInUseError) console.error(databaseInUse(settings))
		else if (error instanceof StartError) console.error(error.message)
		else log.fatal({ err: error }, 'server could not start')
		process.exit(1)
	}
}

/** Two servers would split a meeting in two: each knows only those who came to it. */
function databaseInUse({ databaseUrl, dataFolder }: Config): string {
	return databaseUrl === undefined
		? `Another Parley server is running on ${dataFolder}. Stop it, or give this one a data folder of its own: PARLEY_DATA=… npm start`
		: 'Another Parley server is running on the database of DATABASE_URL. Stop it, or give this one a database of its own.'
}

/** Stops once, and in time. */
function stopper(stopServer: () => Promise<void>, log: ReturnType<typeof createLog>) {
	let stopping = false
	return (reason: string, exitCode: number) => {
		if (stopping) return
		stopping = true
		log.info({ reason }, 'server stopping')
		setTimeout(() => process.exit(1), stopWithinMs).unref()
		stopServer().then(
			() => process.exit(exitCode),
			error => {
				log.error({ err: error }, 'server did not stop cleanly')
				process.exit(1)
			},
		)
	}
}

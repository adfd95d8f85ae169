import { announcedAddresses } from './announcedAddresses.ts'
import { banner } from './banner.ts'
import { demoAccounts, demoLives } from './demo/index.ts'
import { type Config, readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { onNpmEnd } from './platform/onNpmEnd.ts'
import { explainStartError } from './platform/startError.ts'
import { createServer } from './server.ts'

const stopWithinMs = 10_000

// Stored files are readable by their owner only.
process.umask(0o077)

// Before the start, during which npm can be told to end, too: the signal then ends this process at once.
onNpmEnd(process.env.npm_command, () => process.kill(process.pid, 'SIGTERM'))

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
		const listening = { ...settings, port: await server.listen() }
		// Before the server announces that it is up: it may be stopped immediately afterwards.
		const stop = createShutdown(server.stop, log)
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal, 0))
		log.info({ port: listening.port, database: server.databaseKind, pid: process.pid }, 'server started')
		console.log(
			banner(listening, {
				demo: server.demo && { ...demoAccounts, lives: server.demo.showsLives ? demoLives : [] },
				hasSite: server.hasSite,
				addresses: await announcedAddresses(listening, server.hasSiteAt),
			}),
		)
		void server.mustStop.then(reason => stop(reason, 1))
	} catch (error) {
		log.debug({ err: error }, 'server could not start')
		console.error(explainStartError(error, settings))
		process.exit(1)
	}
}

/** Stops once, and in time. */
function createShutdown(stopServer: () => Promise<void>, log: ReturnType<typeof createLog>) {
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

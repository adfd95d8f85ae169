import { banner } from './banner.ts'
import { demoAccounts } from './demo/index.ts'
import { type Config, readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
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
		console.log(banner(settings, server.hasDemo ? demoAccounts : undefined))
		stopOnSignals(server.stop, log)
	} catch (error) {
		const inUse = (error as { code?: string }).code === 'EADDRINUSE'
		if (inUse) console.error(`Port ${settings.port} is taken. Stop what uses it, or choose another: PORT=… npm start`)
		else log.fatal({ err: error }, 'server could not start')
		process.exit(1)
	}
}

function stopOnSignals(stop: () => Promise<void>, log: ReturnType<typeof createLog>) {
	let stopping = false
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.on(signal, () => {
			if (stopping) return
			stopping = true
			log.info({ signal }, 'server stopping')
			setTimeout(() => process.exit(1), stopWithinMs).unref()
			stop().then(
				() => process.exit(0),
				error => {
					log.error({ err: error }, 'server did not stop cleanly')
					process.exit(1)
				},
			)
		})
	}
}

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { startBenchApp } from './benchApp.ts'

/** A process of its own, so that measuring takes nothing from the measured server. */
const url = env.BENCH_DATABASE_URL
/** The same for every process that measures on one database. */
const keyFolder = join(tmpdir(), 'parley-bench-keys')
const { stop, ...started } = await startBenchApp(url ? { url, keyFolder } : { memory: true })
process.send?.(started)
/** Answers every message with the CPU time used so far, in microseconds. */
process.on('message', () => {
	const { user, system } = process.cpuUsage()
	process.send?.(user + system)
})
process.on('disconnect', () => void stop().finally(() => process.exit(0)))

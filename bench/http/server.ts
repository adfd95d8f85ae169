import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { startBenchApp } from './benchApp.ts'

/** Separate process, so that measuring does not slow the measured server. */
const url = env.BENCH_DATABASE_URL
/** Same for every process that measures on one database. */
const keyFolder = join(tmpdir(), 'parley-bench-keys')
const { stop, ...started } = await startBenchApp(url ? { url, keyFolder } : { memory: true })
process.send?.(started)
/** Answers every message with the CPU time used so far, in microseconds. */
process.on('message', () => {
	const { user, system } = process.cpuUsage()
	process.send?.(user + system)
})
process.on('disconnect', () => void stop().finally(() => process.exit(0)))

import { env } from 'node:process'
import { startBenchApp } from './benchApp.ts'

/** A process of its own, so that who measures takes nothing from who is measured. */
const url = env.BENCH_DATABASE_URL
const { stop, ...started } = await startBenchApp(url ? { url } : { memory: true })
process.send?.(started)
/** Answers every message with the CPU time used so far, in microseconds. */
process.on('message', () => {
	const { user, system } = process.cpuUsage()
	process.send?.(user + system)
})
process.on('disconnect', () => void stop().finally(() => process.exit(0)))

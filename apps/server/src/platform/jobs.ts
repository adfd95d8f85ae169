import type { Log } from './log.ts'

export interface Job {
	name: string
	run(): Promise<void>
}

const minuteMs = 60_000

/** Runs each job now and every minute after; one that fails is tried again the next time. */
export function everyMinute(jobs: Job[], log: Log): { stop(): void } {
	async function runAll() {
		for (const { name, run } of jobs) {
			await run().catch(error => log.error({ err: error, job: name }, 'job failed'))
		}
	}
	void runAll()
	const timer = setInterval(runAll, minuteMs)
	timer.unref()
	return { stop: () => clearInterval(timer) }
}

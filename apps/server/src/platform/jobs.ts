import type { Log } from './log.ts'

export interface Job {
	name: string
	run(): Promise<void>
}

const minuteMs = 60_000

/** Runs the jobs one after the other, now and every minute; a job that fails is logged and runs again the next minute. */
export function runEveryMinute(jobs: Job[], log: Log): { stop(): void } {
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

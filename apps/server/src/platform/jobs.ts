import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

export interface Job {
	name: string
	run(): Promise<void>
	/** True if every server runs it; other jobs are run by one server of a database. */
	runsOnEveryNode?: boolean
}

/** Record of a job's runs; empty until its first run has ended. */
export interface JobRecord {
	/** End of its last run, failed or not. */
	lastRunAt: number
	lastDurationMs: number
	runs: number
	failures: number
}

const minuteMs = 60_000

interface JobsDeps {
	log: Log
	clock: Clock
	/** Whether this server runs the jobs that only one of a database runs. */
	isLeader(): Promise<boolean>
}

/**
 * Runs the jobs one after the other, now and every minute; a failed job is logged and runs again the next minute. A job
 * still running after a minute continues and is not started twice; the others run.
 */
export function runEveryMinute(jobs: Job[], { log, clock, isLeader }: JobsDeps) {
	const records = new Map<string, JobRecord>()
	const running = new Set<string>()

	async function runOne({ name, run }: Job) {
		if (running.has(name)) return
		running.add(name)
		const startedAt = performance.now()
		const { runs, failures } = records.get(name) ?? { runs: 0, failures: 0 }
		const hasFailed = await run().then(
			() => false,
			error => {
				log.error({ err: error, job: name }, 'job failed')
				return true
			},
		)
		running.delete(name)
		records.set(name, {
			lastRunAt: clock.now(),
			lastDurationMs: performance.now() - startedAt,
			runs: runs + 1,
			failures: failures + (hasFailed ? 1 : 0),
		})
	}
	async function runAll() {
		const leads = await isLeader().catch(error => {
			log.error({ err: error }, 'this server cannot find out whether it leads: jobs of the database wait for a minute')
			return false
		})
		for (const job of jobs) if (leads || job.runsOnEveryNode) await runOne(job)
	}
	void runAll()
	const timer = setInterval(runAll, minuteMs)
	timer.unref()
	return {
		records: (): ReadonlyMap<string, JobRecord> => records,
		stop: () => clearInterval(timer),
	}
}

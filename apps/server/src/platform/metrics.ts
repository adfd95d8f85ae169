import { Counter, Gauge, type Registry } from 'prom-client'
import type { OpenDatabase } from './database.ts'
import type { JobRecord } from './jobs.ts'
import type { CreateRateLimit } from './rateLimit.ts'

/** Counts how often each of these limits was exceeded. */
export function measureLimits(registry: Registry, createRateLimit: CreateRateLimit): CreateRateLimit {
	const hits = new Counter({
		name: 'parley_limit_hits_total',
		help: 'Attempts that found a limit used up, by limit',
		labelNames: ['limit'],
		registers: [registry],
	})
	return (name, times, perS, options) => {
		const limit = createRateLimit(name, times, perS, options)
		return {
			...limit,
			async consume(key) {
				const taken = await limit.consume(key)
				if (!taken.ok) hits.inc({ limit: name })
				return taken
			},
			async getWaitMs(key) {
				const waitMs = await limit.getWaitMs(key)
				if (waitMs > 0) hits.inc({ limit: name })
				return waitMs
			},
		}
	}
}

/** Jobs by name. A job without a completed run since the start is left out. */
export function measureJobs(registry: Registry, records: () => ReadonlyMap<string, JobRecord>) {
	const shown = (name: string, help: string, of: (record: JobRecord) => number) =>
		new Gauge({
			name,
			help,
			labelNames: ['job'],
			registers: [registry],
			collect() {
				for (const [job, record] of records()) this.set({ job }, of(record))
			},
		})
	shown(
		'parley_job_last_run_seconds',
		'When a job ended last, in seconds since 1970',
		({ lastRunAt }) => lastRunAt / 1e3,
	)
	shown(
		'parley_job_duration_seconds',
		'How long a job took the last time',
		({ lastDurationMs }) => lastDurationMs / 1e3,
	)
	const counted = (name: string, help: string, of: (record: JobRecord) => number) =>
		new Counter({
			name,
			help,
			labelNames: ['job'],
			registers: [registry],
			collect() {
				this.reset()
				for (const [job, record] of records()) this.inc({ job }, of(record))
			},
		})
	counted('parley_job_runs_total', 'How often a job ended', record => record.runs)
	counted('parley_job_failures_total', 'How often a job failed', record => record.failures)
}

/** Connections to PostgreSQL; nothing for SQLite. */
export function measureDatabase(registry: Registry, { connections }: Pick<OpenDatabase, 'connections'>) {
	new Gauge({
		name: 'parley_db_connections',
		help: 'Connections to PostgreSQL, busy and idle',
		labelNames: ['state'],
		registers: [registry],
		collect() {
			const found = connections()
			if (!found) return
			this.set({ state: 'busy' }, found.busy)
			this.set({ state: 'idle' }, found.idle)
		},
	})
	new Gauge({
		name: 'parley_db_waiting',
		help: 'Queries that wait for a connection to PostgreSQL',
		registers: [registry],
		collect() {
			this.set(connections()?.waiting ?? 0)
		},
	})
	new Counter({
		name: 'parley_db_connection_errors_total',
		help: 'Connections to PostgreSQL that broke',
		registers: [registry],
		collect() {
			this.reset()
			this.inc(connections()?.broken ?? 0)
		},
	})
}

const dayMs = 86_400_000

/** Remaining validity of the certificate in use; nothing without TLS. */
export function measureCertificate(
	registry: Registry,
	certificate: () => { kind: 'file' | 'self'; validTo: number } | undefined,
	now: () => number,
) {
	new Gauge({
		name: 'parley_certificate_days',
		help: 'Days until the certificate in use ends, negative afterwards; nothing without TLS',
		labelNames: ['kind'],
		registers: [registry],
		collect() {
			const found = certificate()
			if (found) this.set({ kind: found.kind }, (found.validTo - now()) / dayMs)
		},
	})
}

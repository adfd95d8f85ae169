import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { SfuStats } from '../modules/room/adapters/index.ts'
import type { RoomCounts } from '../modules/room/index.ts'
import type { OpenDatabase } from '../platform/database.ts'
import type { JobRecord } from '../platform/jobs.ts'
import type { CreateRateLimit } from '../platform/rateLimit.ts'

/** Sign-ins, and what calls are refused with. */
export function measureCalls(app: FastifyInstance, registry: Registry) {
	const signIns = new Counter({
		name: 'parley_sign_ins_total',
		help: 'People who signed in, by call',
		labelNames: ['call'],
		registers: [registry],
	})
	const refusals = new Counter({
		name: 'parley_call_refusals_total',
		help: 'Calls that were refused, by call and name of the refusal',
		labelNames: ['call', 'refusal'],
		registers: [registry],
	})
	app.addHook('onResponse', ({ callOutcome }, _reply, done) => {
		if (callOutcome?.isSignIn) signIns.inc({ call: callOutcome.call })
		if (callOutcome?.refusal !== undefined) refusals.inc({ call: callOutcome.call, refusal: callOutcome.refusal })
		done()
	})
}

/** Counts how often each of these limits was found used up. */
export function measureLimits(registry: Registry, createRateLimit: CreateRateLimit): CreateRateLimit {
	const hits = new Counter({
		name: 'parley_limit_hits_total',
		help: 'Attempts that found a limit used up, by limit',
		labelNames: ['limit'],
		registers: [registry],
	})
	return (name, times, perS) => {
		const limit = createRateLimit(name, times, perS)
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

/** Rooms of this server and who is in them. */
export function measureRooms(registry: Registry, counts: () => RoomCounts) {
	new Gauge({
		name: 'parley_rooms',
		help: 'Open rooms',
		registers: [registry],
		collect() {
			this.set(counts().rooms)
		},
	})
	new Gauge({
		name: 'parley_room_participants',
		help: 'Participants in rooms, connected or disconnected and within the grace period',
		labelNames: ['state'],
		registers: [registry],
		collect() {
			const { connected, disconnected } = counts()
			this.set({ state: 'connected' }, connected)
			this.set({ state: 'disconnected' }, disconnected)
		},
	})
}

/** The media engine: whether it answers, and what goes through it. */
export function measureMedia(registry: Registry, stats: () => Promise<SfuStats>) {
	/** What the engine answers is asked for once a scrape, by whichever metric is first. */
	let asked: Promise<SfuStats | undefined> | undefined
	const ask = () => {
		asked ??= stats()
			.catch(() => undefined)
			.finally(() => {
				asked = undefined
			})
		return asked
	}
	new Gauge({
		name: 'parley_media_up',
		help: '1 while the media engine answers',
		registers: [registry],
		async collect() {
			this.set((await ask()) ? 1 : 0)
		},
	})
	new Gauge({
		name: 'parley_media_connections',
		help: 'Participants who are connected to the media engine',
		registers: [registry],
		async collect() {
			this.set((await ask())?.peers ?? 0)
		},
	})
	const byDirection = (name: string, help: string, of: (found: SfuStats) => { in: number; out: number }) =>
		new Counter({
			name,
			help,
			labelNames: ['direction'],
			registers: [registry],
			async collect() {
				const found = await ask()
				if (!found) return
				this.reset()
				for (const [direction, count] of Object.entries(of(found))) this.inc({ direction }, count)
			},
		})
	byDirection('parley_media_packets_total', 'Packets of sound and picture, since the engine started', found => ({
		in: found.packetsIn,
		out: found.packetsOut,
	}))
	byDirection('parley_media_packets_lost_total', 'Packets that did not arrive, since the engine started', found => ({
		in: found.lostIn,
		out: found.lostOut,
	}))
	new Gauge({
		name: 'parley_media_resident_bytes',
		help: 'Memory of the media engine',
		registers: [registry],
		async collect() {
			this.set((await ask())?.residentBytes ?? 0)
		},
	})
}

/** Jobs by name. Of one that has not ended since the start there is nothing. */
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

/** Connections to PostgreSQL; of SQLite nothing. */
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

/** How long the certificate in use is valid; nothing without TLS. */
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

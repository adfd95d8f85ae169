import { readFileSync } from 'node:fs'
import { type ArrivalObserver, type CallName, calls } from './member.ts'

/** The outcome of the calls of many arrivals. */
export interface Measurements extends ArrivalObserver {
	/** Milliseconds of the accepted calls. */
	times: Record<CallName, number[]>
	/** Refusals of each call by code. */
	refusals: Record<CallName, Map<string, number>>
	retries: Record<CallName, number>
	/** Arrivals that ended with this call. */
	failures: Record<CallName, number>
}

const forEachCall = <T>(make: () => T) => Object.fromEntries(calls.map(call => [call, make()])) as Record<CallName, T>

export function createMeasurements(): Measurements {
	const measured = {
		times: forEachCall((): number[] => []),
		refusals: forEachCall(() => new Map<string, number>()),
		retries: forEachCall(() => 0),
		failures: forEachCall(() => 0),
	}
	return {
		...measured,
		accepted: (call, ms) => void measured.times[call].push(ms),
		refused(call, code, isTriedAgain) {
			const ofCall = measured.refusals[call]
			ofCall.set(code, (ofCall.get(code) ?? 0) + 1)
			measured[isTriedAgain ? 'retries' : 'failures'][call]++
		},
	}
}

/** The value below which this share of the values is; 0 without values. */
export function percentile(values: readonly number[], share: number): number {
	const sorted = values.toSorted((a, b) => a - b)
	return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}

const toMs = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value))

/** One row for each call, with its times beside those of the idle servers. */
export const rowsOf = (busy: Measurements, idle: Measurements) =>
	calls.map(call => ({
		call,
		accepted: busy.times[call].length,
		'refused (code × times)': [...busy.refusals[call]].map(([code, times]) => `${code} × ${times}`).join(', '),
		'tried again': busy.retries[call],
		'refused for good': busy.failures[call],
		...Object.fromEntries(
			([0.5, 0.95, 0.99] as const).map(share => [`p${share * 100} ms`, toMs(percentile(busy.times[call], share))]),
		),
		'idle p99 ms': toMs(percentile(idle.times[call], 0.99)),
		'p99 to idle': ratioOf(busy, idle, call).toFixed(1),
	}))

export const ratioOf = (busy: Measurements, idle: Measurements, call: CallName) =>
	percentile(busy.times[call], 0.99) / percentile(idle.times[call], 0.99)

/** The call whose p99 grew most, and how many times. */
export function slowestCall(busy: Measurements, idle: Measurements) {
	const [first, ...others] = calls.map(call => ({ call, ratio: ratioOf(busy, idle, call) }))
	return others.reduce((most, each) => (each.ratio > most.ratio ? each : most), first as NonNullable<typeof first>)
}

/** Processor time of the whole machine so far, in ms. */
export function machineTimeMs(): number {
	const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? []
	const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = ticks.map(Number)
	return (user + nice + system + irq + softIrq) * 10
}
